import { namesOfDisk, newNames } from '@granary/image-upload/temporary.ts'
import type { Unfinished } from '@granary/image-upload/unfinished.ts'
import { createUpload, type Upload } from '@granary/image-upload/upload.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { makeStale } from '../../api/operate.ts'
import { keepPageWhenSignedOut, request } from '../../api/request.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { sendBlocks } from './send-blocks.ts'
import { withUploadLock } from './upload-lock.ts'

const CANCEL_PROMPT = 'Closing this cancels the upload. Cancel it?'

type Request = Parameters<typeof createUpload>[1]

/** Runs uploads into a project, one at a time, and asks before a navigation cancels one. */
export function useUpload(project: string) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [fileName, setFileName] = useState('')
  const [isShown, setShown] = useState(false)
  const isBusy = () => {
    const phase = upload?.state.get().phase
    return phase === 'running' || phase === 'cleaning'
  }
  /** Asks for confirmation and cancels the upload. @returns whether the user may leave. */
  const mayCancel = () => {
    if (upload?.state.get().phase !== 'running') return true
    // oxlint-disable-next-line no-alert -- it blocks everything, the upload too, until the user answers
    if (!window.confirm(CANCEL_PROMPT)) return false
    upload.cancel()
    return true
  }
  useBlocker({ shouldBlockFn: () => isBusy() && !mayCancel(), enableBeforeUnload: isBusy })

  /** Uploads a file and shows the progress. Resolves with the last phase. @param unfinished the upload to continue. */
  const run = (wanted: Request, unfinished: Unfinished | null) => {
    const wire = uploadWire({ ask: request, sendBlocks, extensions }, project)
    const names = (unfinished && namesOfDisk(unfinished.disk)) ?? newNames()
    return withUploadLock(names.disk, async (holder) => {
      const begun = createUpload(wire, wanted, { names, unfinished, holder, waitsForSignIn: true })
      setUpload(begun)
      setFileName(wanted.fileName)
      setShown(true)
      const leaveAgain = keepPageWhenSignedOut()
      const phase = await begun.run().finally(leaveAgain)
      void makeStale(queryClient, ['disk', 'snapshot', 'project-image'])
      const { left } = begun.state.get()
      if (left) addToast({ variant: 'error', content: left, timeout: null })
      return phase
    })
  }
  return {
    /** The upload whose progress is shown. */
    shown: isShown ? upload : null,
    fileName,
    /** Whether a cancelled upload still deletes its temporary disk. */
    isCleaning: !isShown && isBusy(),
    run,
    /** Returns to the form, which cancels a running upload if the user confirms. */
    back: () => void (mayCancel() && setShown(false)),
  }
}
