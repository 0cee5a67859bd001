import { useExtensions } from '../../../api/extensions.ts'
import { imageView } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { type BlockSize, GiB } from '@granary/domain/sizes.ts'
import { namesOfDisk, newNames } from '@granary/image-upload/temporary.ts'
import { UnreadableFileError } from '@granary/image-upload/host.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { createUpload, type Upload } from '@granary/image-upload/upload.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../../api/errors.ts'
import { request, keepPageWhenSignedOut } from '../../../api/request.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormPanel } from '../../../app/kit/form-panel.tsx'
import { QuotaLeft } from '../../../app/kit/quota-left.tsx'
import { useProject } from '../../../app/route-params.ts'
import { makeStale } from '../../../api/operate.ts'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { DescriptionField, NameField, TextField } from '../../../ui/fields/text-field.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { BlockSizeField } from '../../../kinds/disk/disk-fields.tsx'
import { IMAGE_DOCS } from '../../../kinds/image/docs.ts'
import { labelProblem } from '@granary/domain/image-labels.ts'
import { fileProblem, inspected, inspectFile } from './chosen-file.ts'
import { FileNotes } from './file-notes.tsx'
import { withUploadLock } from './upload-lock.ts'
import { ProgressDialog } from './progress-dialog.tsx'
import { sendBlocks } from './send-blocks.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'

type Values = {
  name: string
  description: string
  os: string
  version: string
  blockSize: string
  file: File | null
}

const CANCEL_PROMPT = 'Closing this cancels the upload. Cancel it?'

/** The panel that uploads an image to a project from a file. */
export function ImageUpload() {
  const project = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [sentAs, setSentAs] = useState('')
  const [shown, setShown] = useState(false)
  // Triggers a render only: the result of the inspection is kept with the file.
  const [, setLookedAt] = useState<File | null>(null)
  const [finished, setFinished] = useState(false)
  const [unfinished, setUnfinished] = useState<Unfinished | null>(null)
  const form = useForm<Values>({
    mode: 'onChange',
    defaultValues: { name: '', description: '', os: '', version: '', blockSize: '512', file: null },
  })
  const [file, blockSize] = form.watch(['file', 'blockSize'])
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
  const toList = () => navigate({ to: '/projects/$project/images', params: { project } })
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

  const submit = async (values: Values) => {
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
        submitLabel={finished ? 'Done' : 'Upload image'}
        onDismiss={() => void toList()}
        sends={false}
        onSubmit={finished ? toList : submit}
      >
        {cleaning && (
          <MessageBox title="The upload is cancelled">
            <span role="status">Deleting the temporary disk and snapshot.</span>
          </MessageBox>
        )}
        {!shown && !cleaning && (
          <UnfinishedUploads project={project} chosen={unfinished} onChoose={goOnWith} />
        )}
        <Bound control={form.control} name="name" problem={(name) => nameProblem(name)}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={form.control} name="description" problem={descriptionProblem}>
          {(field) => <DescriptionField {...field} />}
        </Bound>
        <Bound control={form.control} name="os" problem={labelProblem('OS')}>
          {(field) => <TextField {...field} label="OS" required notPersonal />}
        </Bound>
        <Bound control={form.control} name="version" problem={labelProblem('Version')}>
          {(field) => <TextField {...field} label="Version" required notPersonal />}
        </Bound>
        <Bound control={form.control} name="blockSize">
          {(field) => <BlockSizeField {...field} />}
        </Bound>
        {!unfinished?.isWhole && (
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
        {known && !unfinished?.isWhole && <FileNotes inspection={known} blockSize={Number(blockSize)} />}
        {file && !unfinished?.isWhole && (
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
          onDone={() => void toList()}
          onBack={() => mayCancel() && setShown(false)}
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
