import { imageFetchCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import type { BlockSize } from '@granary/domain/sizes.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useExtensions } from '../../api/extensions.ts'
import { operate } from '../../api/operate.ts'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { IMAGE_DOCS } from '../image/docs.ts'
import { inspectFile } from './chosen-file.ts'
import { FetchDialog } from './fetch-dialog.tsx'
import { FileFields } from './file-fields.tsx'
import { AddressFields, type Catalog, CatalogField, LabelFields, OriginField } from './origin-fields.tsx'
import { Opening } from './opening.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { RunningFetches } from './running-fetches.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { arrived, recorded, refuseTaken } from './upload-source.ts'
import { useCatalog } from './use-catalog.ts'
import { useUpload } from './use-upload.ts'
import { FETCH_FIELDS, fetchBody, NO_VALUES, type UploadValues } from './values.ts'

type ImageUploadProps = {
  project: string
  onDismiss: () => unknown
  /** Called with the ID or the name of the new image, when the user has seen that it is there. */
  onMade: (image: string) => unknown
  /** Shown above the fields. */
  children?: ReactNode
}

/**
 * The panel that makes an image of a project from a file, an address or the catalog. Opens when the server has said
 * whether it has a catalog: the choice that comes first would otherwise appear above the focused field.
 */
export function ImageUpload(props: ImageUploadProps) {
  const catalog = useCatalog()
  return catalog === undefined ? (
    <Opening onDismiss={props.onDismiss} />
  ) : (
    <UploadPanel {...props} catalog={catalog} />
  )
}

type UploadPanelProps = ImageUploadProps & { catalog: Catalog | null }

function UploadPanel({ project, onDismiss, onMade, children, catalog }: UploadPanelProps) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const uploads = useUpload(project)
  const [finished, setFinished] = useState(false)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  /** The fetch whose progress is shown. */
  const [fetching, setFetching] = useState<string | null>(null)
  /** The fetched image. The caller hears of it after the form is clean, or leaving would ask. */
  const [fetched, setFetched] = useState<string | null>(null)
  const leave = useEffectEvent(onMade)
  useEffect(() => {
    if (fetched !== null) void leave(fetched)
  }, [fetched])
  const form = useForm<UploadValues>({ mode: 'onChange', defaultValues: NO_VALUES })
  const chosenOrigin = form.watch('origin')
  const origin = catalog && !unfinished ? chosenOrigin : 'file'

  const goOnWith = (begun: Unfinished | null) => {
    setUnfinished(begun)
    // The pressed button no longer exists.
    const missing = (['name', 'os', 'version'] as const).find((field) => !recorded(begun, field))
    form.setFocus(missing ?? (begun?.isWhole ? 'description' : 'file'))
    if (!begun) return
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

  // The upload can't continue with its temporary disk, which still exists for a moment.
  const cleaning = form.formState.isSubmitting && uploads.isCleaning

  const fetchImage = async (values: UploadValues) => {
    if (!extensions) return
    const call = extensions.call(imageFetchCreate)
    const { id } = await operate(queryClient, call, { query: { project }, body: fetchBody(values) })
    setFetching(id)
  }
  const submit = async (values: UploadValues) => {
    if (origin !== 'file') return fetchImage(values)
    const from = unfinished?.isWhole ? arrived(unfinished) : await contentsOf(values.file!)
    if (!from) return
    if (!unfinished?.isWhole) await refuseTaken(project, values.name)
    const wanted = { ...values, ...from, blockSize: Number(values.blockSize) as BlockSize }
    const phase = await uploads.run(wanted, unfinished)
    // If the server refuses the image of a complete upload, the disk is kept and the user can change the form. Other
    // uploads have become images, or nothing is left of them.
    if (phase !== 'failed' || !unfinished?.isWhole) setUnfinished(null)
    if (phase !== 'done') return
    setFinished(true)
    // Nothing is left to save, so leaving does not ask.
    form.reset(values)
  }
  return (
    <>
      <FormPanel
        keepsDraft
        form={form}
        title="Upload image"
        submitLabel={finished ? 'Done' : origin === 'file' ? 'Upload image' : 'Fetch image'}
        onDismiss={() => void onDismiss()}
        sends={origin !== 'file'}
        fields={FETCH_FIELDS}
        onSubmit={finished ? async ({ name }) => onMade(name) : submit}
      >
        {children}
        {cleaning && (
          <MessageBox title="The upload is cancelled">
            <span role="status">Deleting the temporary disk and snapshot.</span>
          </MessageBox>
        )}
        {!uploads.shown && !cleaning && (
          <UnfinishedUploads project={project} chosen={unfinished} onChoose={goOnWith} />
        )}
        {extensions && catalog && (
          <RunningFetches extensions={extensions} project={project} onShow={setFetching} />
        )}
        {catalog && !unfinished && <OriginField form={form} />}
        {catalog && origin === 'catalog' && <CatalogField form={form} catalog={catalog} />}
        <Bound control={form.control} name="name" problem={(name) => nameProblem(name)}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={form.control} name="description" problem={descriptionProblem}>
          {(field) => <DescriptionField {...field} />}
        </Bound>
        {origin !== 'catalog' && <LabelFields form={form} />}
        {origin === 'address' && <AddressFields form={form} />}
        {origin === 'file' && !unfinished?.isWhole && <FileFields form={form} unfinished={unfinished} />}
        <RelevantDocs links={IMAGE_DOCS.links} />
      </FormPanel>
      {uploads.shown && (
        <ProgressDialog
          upload={uploads.shown}
          fileName={uploads.fileName}
          onDone={() => void onMade(form.getValues('name'))}
          onBack={uploads.back}
        />
      )}
      {extensions && fetching && (
        <FetchDialog
          extensions={extensions}
          id={fetching}
          onDone={(image) => {
            form.reset(form.getValues())
            setFetched(image)
          }}
          onBack={() => setFetching(null)}
        />
      )}
    </>
  )
}
