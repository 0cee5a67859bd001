import { useExtensions } from '../../api/extensions.ts'
import { imageFetchCreate, imageView } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { type BlockSize, GiB } from '@granary/domain/sizes.ts'
import { namesOfDisk, newNames } from '@granary/image-upload/temporary.ts'
import { UnreadableFileError } from '@granary/image-upload/host.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { createUpload, type Upload } from '@granary/image-upload/upload.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/errors.ts'
import { request, keepPageWhenSignedOut } from '../../api/request.ts'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { QuotaLeft } from '../../app/kit/quota-left.tsx'
import { makeStale, operate } from '../../api/operate.ts'
import { FileField } from '../../ui/fields/file-field.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { IMAGE_DOCS } from '../image/docs.ts'
import { fileProblem, inspected, inspectFile } from './chosen-file.ts'
import { FetchDialog } from './fetch-dialog.tsx'
import { FileNotes } from './file-notes.tsx'
import { withUploadLock } from './upload-lock.ts'
import { AddressFields, CatalogField, LabelFields, OriginField } from './origin-fields.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { RunningFetches } from './running-fetches.tsx'
import { sendBlocks } from './send-blocks.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useCatalog } from './use-catalog.ts'
import { FETCH_FIELDS, fetchBody, NO_VALUES, type UploadValues } from './values.ts'

const CANCEL_PROMPT = 'Closing this cancels the upload. Cancel it?'

type ImageUploadProps = {
  project: string
  onDismiss: () => unknown
  /** Called with the ID or the name of the new image, when the user has seen that it is there. */
  onMade: (image: string) => unknown
  /** Shown above the fields. */
  children?: ReactNode
}

/** The panel that makes an image of a project from a file, an address or the catalog. */
export function ImageUpload({ project, onDismiss, onMade, children }: ImageUploadProps) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [sentAs, setSentAs] = useState('')
  const [shown, setShown] = useState(false)
  // Triggers a render only: the result of the inspection is kept with the file.
  const [, setLookedAt] = useState<File | null>(null)
  const [finished, setFinished] = useState(false)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const catalog = useCatalog()
  /** The fetch whose progress is shown. */
  const [fetching, setFetching] = useState<string | null>(null)
  /** The fetched image. The caller hears of it after the form is clean, or leaving would ask. */
  const [fetched, setFetched] = useState<string | null>(null)
  const leave = useEffectEvent(onMade)
  useEffect(() => {
    if (fetched !== null) void leave(fetched)
  }, [fetched])
  const form = useForm<UploadValues>({ mode: 'onChange', defaultValues: NO_VALUES })
  const [file, blockSize, chosenOrigin] = form.watch(['file', 'blockSize', 'origin'])
  const origin = catalog && !unfinished ? chosenOrigin : 'file'
  const known = file ? inspected(file) : undefined
  const isBusy = () => {
    const phase = upload?.state.get().phase
    return phase === 'running' || phase === 'cleaning'
  }
  useBlocker({
    shouldBlockFn: () => isBusy() && !mayCancel(),
    enableBeforeUnload: isBusy,
  })
  /** Asks for confirmation and cancels the upload. @returns whether the user may leave. */
  const mayCancel = () => {
    if (upload?.state.get().phase !== 'running') return true
    // oxlint-disable-next-line no-alert -- it blocks everything, the upload too, until the user answers
    if (!window.confirm(CANCEL_PROMPT)) return false
    upload.cancel()
    return true
  }
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    await inspectFile(chosen)
    setLookedAt(chosen)
    await form.trigger('file')
  }

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
  const cleaning = form.formState.isSubmitting && !shown && isBusy()

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
    const size = Number(values.blockSize) as BlockSize
    const wish = { ...values, ...from, blockSize: size }
    const wire = uploadWire({ ask: request, sendBlocks, extensions }, project)
    const names = (unfinished && namesOfDisk(unfinished.disk)) ?? newNames()
    await withUploadLock(names.disk, async (holder) => {
      const begun = createUpload(wire, wish, {
        names,
        unfinished,
        holder,
        waitsForSignIn: true,
      })
      setUpload(begun)
      setSentAs(wish.fileName)
      setShown(true)
      const leaveAgain = keepPageWhenSignedOut()
      const phase = await begun.run().finally(leaveAgain)
      // If the server refuses the image of a complete upload, the disk is kept and the user can change the form. Other
      // uploads have become images, or nothing is left of them.
      if (phase !== 'failed' || !unfinished?.isWhole) setUnfinished(null)
      void makeStale(queryClient, ['disk', 'snapshot', 'project-image'])
      if (phase === 'done') {
        setFinished(true)
        // Nothing is left to save, so leaving does not ask.
        form.reset(values)
      }
      const { left } = begun.state.get()
      if (left) addToast({ variant: 'error', content: left, timeout: null })
    })
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
        {!shown && !cleaning && (
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
        {origin === 'file' && !unfinished?.isWhole && (
          <Bound
            control={form.control}
            name="file"
            problem={(chosen, values) => fileProblem(chosen, Number(values.blockSize), unfinished)}
          >
            {(field) => (
              <FileField
                {...field}
                label="Image file"
                required
                onChange={(chosen) => {
                  field.onChange(chosen)
                  void choose(chosen)
                }}
              />
            )}
          </Bound>
        )}
        {origin === 'file' && known && !unfinished?.isWhole && (
          <FileNotes inspection={known} blockSize={Number(blockSize)} />
        )}
        {origin === 'file' && file && !unfinished?.isWhole && (
          // The disk and its snapshot exist at the same time for a moment.
          <QuotaLeft
            requested={{ storage: 2 * Math.ceil((known?.contents.size ?? file.size) / GiB) * GiB }}
          />
        )}
        <RelevantDocs links={IMAGE_DOCS.links} />
      </FormPanel>
      {upload && shown && (
        <ProgressDialog
          upload={upload}
          fileName={sentAs}
          onDone={() => void onMade(form.getValues('name'))}
          onBack={() => mayCancel() && setShown(false)}
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

/** Returns a form value that an interrupted upload recorded, or null for a new upload. */
const recorded = (begun: Unfinished | null, field: 'name' | 'os' | 'version'): string | null =>
  begun && (field === 'name' ? begun.image : begun[field])

/** Returns a source for a complete upload, which is never read and so needs no file. */
const arrived = ({ bytes, size, fileName, disk }: Unfinished) => ({
  fileName: fileName ?? disk,
  contents: { size: bytes ?? size, read: async () => Promise.reject(new UnreadableFileError()) },
})

/** Checks that the name is free before the upload. @throws ApiError with the message of a refused creation. */
async function refuseTaken(project: string, name: string): Promise<void> {
  try {
    await request(imageView, { path: { image: name }, query: { project } })
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return
    throw error
  }
  throw new ApiError('Image name already exists', { statusCode: 400, errorCode: 'ObjectAlreadyExists' })
}
