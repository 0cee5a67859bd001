import { diskCreate, instanceDiskAttach } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { refreshInstances } from './actions.tsx'
import { DiskForm } from '../disks/disk-form.tsx'
import { useInstance, useInstancePath } from './use-instance.ts'

const said = (name: string, what: string) =>
  addToast({
    content: (
      <>
        Disk <Highlight>{name}</Highlight> {what}
      </>
    ),
  })

/** Makes a disk and attaches it to the instance of the page. A disk that was made but not attached is told of. */
export default function CreateDiskPanel({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const queryClient = useQueryClient()
  return (
    <DiskForm
      project={project}
      onDismiss={onClose}
      onSubmit={async (body) => {
        const disk = await request(diskCreate, { query: { project }, body })
        said(disk.name, 'created')
        try {
          await request(instanceDiskAttach, { path: { instance: instance.id }, body: { disk: disk.id } })
          said(disk.name, 'attached')
        } finally {
          await Promise.all([
            refreshInstances(queryClient),
            queryClient.invalidateQueries({ queryKey: ['diskList'] }),
          ])
        }
        onClose()
      }}
    />
  )
}
