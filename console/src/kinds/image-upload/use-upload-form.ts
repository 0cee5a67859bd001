import { imageFetchCreate } from '@granary/contract/generated/client.ts'
import type { BlockSize } from '@granary/domain/sizes.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useExtensions } from '../../api/extensions.ts'
import { operate } from '../../api/operate.ts'
import { inspectFile } from './chosen-file.ts'
import { newTags } from '../tags/tag-text.ts'
import { arrived, recorded, refuseTaken } from './upload-source.ts'
import { useUpload } from './use-upload.ts'
import { type Catalog, forgetCatalog } from './origin-fields.tsx'
import { fetchBody, type UploadValues, valuesFor } from './values.ts'

type UploadFormProps = {
  project: string
  catalog: Catalog | null
  /** Whether instances of the project have an image to boot from. */
  hasImages: boolean
  onMade: (image: string) => unknown
}

/** The form of a new image, and the upload or the fetch that it starts. */
export function useUploadForm({ project, catalog, hasImages, onMade }: UploadFormProps) {
  const uploads = useUpload(project)
  const [finished, setFinished] = useState(false)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const form = useForm<UploadValues>({
    mode: 'onChange',
    defaultValues: valuesFor(hasImages ? undefined : catalog?.[0]),
  })
  const fetches = useFetches(project, () => form.reset(form.getValues()), onMade)
  const chosenOrigin = form.watch('origin')
  const origin = catalog && !unfinished ? chosenOrigin : 'file'

  const goOnWith = (begun: Unfinished | null) => {
    setUnfinished(begun)
    // The pressed button no longer exists, and the fields of a file are yet to appear.
    const missing = (['name', 'os', 'version'] as const).find((field) => !recorded(begun, field))
    setTimeout(() => form.setFocus(missing ?? (begun?.isWhole ? 'description' : 'file')))
    if (!begun) return
    forgetCatalog(form)
    form.setValue('blockSize', String(begun.blockSize))
    for (const field of ['name', 'os', 'version'] as const) {
      const known = recorded(begun, field)
      if (known) form.setValue(field, known, { shouldValidate: true })
    }
  }

  /** Inspects the file again, because it may have changed. Returns null if it is no longer valid. */
  const contentsOf = async (chosen: File) => {
    const { contents } = await inspectFile(chosen, { anew: true })
    return (await form.trigger('file')) ? { contents, fileName: chosen.name } : null
  }

  const submit = async (values: UploadValues) => {
    if (origin !== 'file') return fetches.start(values)
    const from = unfinished?.isWhole ? arrived(unfinished) : await contentsOf(values.file!)
    if (!from) return
    if (!unfinished?.isWhole) await refuseTaken(project, values.name)
    const wanted = {
      ...values,
      ...from,
      tags: newTags(values.tags),
      blockSize: Number(values.blockSize) as BlockSize,
    }
    const phase = await uploads.run(wanted, unfinished)
    // If the server refuses the image of a complete upload, the disk is kept and the user can change the form. Other
    // uploads have become images, or nothing is left of them.
    if (phase !== 'failed' || !unfinished?.isWhole) setUnfinished(null)
    if (phase !== 'done') return
    setFinished(true)
    // Nothing is left to save, so leaving does not ask.
    form.reset(values)
  }
  return { form, origin, uploads, fetches, unfinished, goOnWith, finished, submit }
}

/**
 * The image that the server fetches.
 * @param clean makes the form clean.
 */
function useFetches(project: string, clean: () => void, onMade: (image: string) => unknown) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  /** The fetch whose progress is shown. */
  const [shown, show] = useState<string | null>(null)
  /** The fetched image. The caller hears of it after the form is clean, or leaving would ask. */
  const [fetched, setFetched] = useState<string | null>(null)
  const leave = useEffectEvent(onMade)
  useEffect(() => {
    if (fetched !== null) void leave(fetched)
  }, [fetched])
  const start = async (values: UploadValues) => {
    if (!extensions) return
    const call = extensions.call(imageFetchCreate)
    const { id } = await operate(queryClient, call, { query: { project }, body: fetchBody(values) })
    show(id)
  }
  const finish = (image: string) => {
    clean()
    setFetched(image)
  }
  return { extensions, shown, show, start, finish }
}
