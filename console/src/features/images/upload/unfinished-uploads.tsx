import { cleanUp } from '@granary/image-upload/clean-up.ts'
import { namesOfDisk } from '@granary/image-upload/temporary.ts'
import { canGoOn, type Unfinished, unfinishedUploads } from '@granary/image-upload/unfinished.ts'
import { uploadWire } from '@granary/image-upload/wire.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../api/request.ts'
import { makeStale } from '../../../api/operate.ts'
import { Button } from '../../../ui/button.tsx'
import { TimeAgo } from '../../../ui/format/time-ago.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { confirm } from '../../../ui/overlay/confirm.tsx'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { sendBlocks } from './send-blocks.ts'

/** More than so many are found in the list of disks. */
const SHOWN = 3

type UnfinishedUploadsProps = {
  project: string
  /** The one that the form goes on with. */
  chosen: Unfinished | null
  onChoose: (unfinished: Unfinished | null) => void
}

/** Uploads whose temporary disks are still there: one can go on with them, or clean up. */
export function UnfinishedUploads({ project, chosen, onChoose }: UnfinishedUploadsProps) {
  // What is pushed about disks is news of this too.
  const { data: uploads = [] } = useQuery({
    queryKey: ['diskList', 'unfinished uploads', project],
    queryFn: ({ signal }) => unfinishedUploads(request, project, signal),
  })
  if (chosen)
    return (
      <MessageBox title={`The upload of ${fileOf(chosen)} goes on`}>
        <p>
          {chosen.isWhole
            ? 'All of it has arrived, so the file is not needed again. Only the image is made of it.'
            : 'Choose the same file. What has arrived already is compared with it and not sent again.'}
        </p>
        <Button className="mt-2" variant="secondary" size="sm" onPress={() => onChoose(null)}>
          Begin a new upload instead
        </Button>
      </MessageBox>
    )
  return uploads
    .slice(0, SHOWN)
    .map((upload) => <UnfinishedBox key={upload.disk} {...{ project, upload, onChoose }} />)
}

type UnfinishedBoxProps = Pick<UnfinishedUploadsProps, 'project' | 'onChoose'> & { upload: Unfinished }

function UnfinishedBox({ project, upload, onChoose }: UnfinishedBoxProps) {
  const queryClient = useQueryClient()
  const remove = () =>
    confirm({
      title: 'Clean up upload',
      variant: 'danger',
      errorTitle: 'Could not clean up',
      body: (
        <>
          Delete the temporary disk <Highlight>{upload.disk}</Highlight> and its snapshot? An upload that
          still goes on with it, in another window or of somebody else, fails.
        </>
      ),
      action: async () => {
        await cleanUp(uploadWire({ ask: request, sendBlocks }, project), namesOfDisk(upload.disk)!)
        await makeStale(queryClient, ['disk', 'snapshot'])
      },
    })
  return (
    <MessageBox variant="notice" title={`An upload of ${fileOf(upload)} has not finished`}>
      <p>
        Its disk <Highlight>{upload.disk}</Highlight> was made <TimeAgo date={upload.begun} /> ago. It may
        still be going on in another window or by somebody else; then it is not continued here.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {canGoOn(upload) && (
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
