import { useExtensions } from '../../api/extensions.ts'
import { cleanUp } from '@granary/image-upload/clean-up.ts'
import { namesOfDisk } from '@granary/image-upload/temporary.ts'
import { canResume, type Unfinished, unfinishedUploads } from '@granary/image-upload/unfinished.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { makeStale } from '../../api/operate.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { sendBlocks } from './send-blocks.ts'

/** Maximum number of uploads shown. The list of disks has the others. */
const MAX_SHOWN = 3

type UnfinishedUploadsProps = {
  project: string
  /** The upload that the form continues. */
  chosen: Unfinished | null
  onChoose: (unfinished: Unfinished | null) => void
}

/** Lists uploads whose temporary disks still exist, to continue or clean them up. */
export function UnfinishedUploads({ project, chosen, onChoose }: UnfinishedUploadsProps) {
  // Pushed changes of disks make this query stale too.
  const uploads = useQuery({
    queryKey: ['diskList', 'unfinished uploads', project],
    queryFn: ({ signal }) => unfinishedUploads(request, project, signal),
  })
  if (chosen)
    return (
      <MessageBox title={`Continuing the upload of ${fileOf(chosen)}`}>
        <p>
          {chosen.isWhole
            ? "The whole file has arrived, so you don't need it again. Only the image is still to be created."
            : 'Choose the same file. The part that has already arrived is compared with it and not sent again.'}
        </p>
        <Button className="mt-2" variant="secondary" size="sm" onPress={() => onChoose(null)}>
          Start a new upload instead
        </Button>
      </MessageBox>
    )
  if (!uploads.data)
    return (
      <p className="empty:hidden">
        <IfMissed what="Unfinished uploads" of={uploads} />
      </p>
    )
  return uploads.data
    .slice(0, MAX_SHOWN)
    .map((upload) => <UnfinishedBox key={upload.disk} {...{ project, upload, onChoose }} />)
}

type UnfinishedBoxProps = Pick<UnfinishedUploadsProps, 'project' | 'onChoose'> & { upload: Unfinished }

function UnfinishedBox({ project, upload, onChoose }: UnfinishedBoxProps) {
  const queryClient = useQueryClient()
  const extensions = useExtensions()
  const remove = () =>
    confirm({
      title: 'Clean up upload',
      variant: 'danger',
      errorTitle: 'Could not clean up',
      body: (
        <>
          Delete the temporary disk <Highlight>{upload.disk}</Highlight> and its snapshot? An upload that
          another window or another user still continues fails.
        </>
      ),
      action: async () => {
        await cleanUp(
          uploadWire({ ask: request, sendBlocks, extensions }, project),
          namesOfDisk(upload.disk)!,
        )
        await makeStale(queryClient, ['disk', 'snapshot'])
      },
    })
  return (
    <MessageBox variant="notice" title={`An upload of ${fileOf(upload)} has not finished`}>
      <p>
        Its disk <Highlight>{upload.disk}</Highlight> was created <TimeAgo date={upload.begun} /> ago. If
        another window or another user is still uploading, you can't continue it here.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {canResume(upload, extensions !== null) && (
          <Button variant="secondary" size="sm" onPress={() => onChoose(upload)}>
            Continue
          </Button>
        )}
        <Button variant="secondary" size="sm" onPress={() => void remove()}>
          Clean up
        </Button>
      </div>
    </MessageBox>
  )
}

const fileOf = ({ fileName, image }: Unfinished): string =>
  fileName ?? (image ? `the image ${image}` : 'an image')
