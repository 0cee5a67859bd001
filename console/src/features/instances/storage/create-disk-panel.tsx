import { diskCreate, instanceDiskAttach, instanceDiskList } from '@granary/contract/generated/client.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/errors.ts'
import { apiQuery } from '../../../api/queries.ts'
import { useOperation } from '../../../api/operate.ts'
import { saidOf } from '../../../ui/toast/said.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { DiskForm } from '../../../kinds/disk/disk-form.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'

/** Creates a disk and attaches it to the instance of the page. Reports a disk that was created but not attached. */
export default function CreateDiskPanel({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const { project } = useInstancePath()
  const queryClient = useQueryClient()
  const attach = useOperation(instanceDiskAttach)
  const createDisk = useOperation(diskCreate)
  return (
    <DiskForm
      project={project}
      onDismiss={onClose}
      onSubmit={async (body) => {
        // Checks the limit first, so that no disk is created that can't be attached.
        const path = { instance: instance.id }
        const { items } = await queryClient.fetchQuery(apiQuery(instanceDiskList, { path }))
        if (items.length >= MAX_DISKS_PER_INSTANCE)
          throw new Error(
            `The instance has ${items.length} disks. The maximum is ${MAX_DISKS_PER_INSTANCE}. Detach one first.`,
          )
        const disk = await createDisk({ query: { project }, body })
        saidOf('Disk', disk.name, 'created')
        try {
          await attach({ path, body: { disk: disk.id } })
          saidOf('Disk', disk.name, 'attached')
        } catch (error) {
          // The form can't be submitted again, because its disk exists.
          addToast({
            variant: 'error',
            title: 'Disk created, but not attached',
            content: (
              <>
                <Highlight>{disk.name}</Highlight>: {messageOf(error)}
              </>
            ),
          })
        }
        onClose()
      }}
    />
  )
}
