import { diskCreate } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { request } from '../../api/request.ts'
import { saidOf } from '../../ui/toast/said.tsx'
import { DiskForm } from './disk-form.tsx'

/** The panel that makes a disk. */
export function DiskCreate() {
  const { project } = useParams({ strict: false }) as { project: string }
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toList = () => navigate({ to: '/projects/$project/disks', params: { project } })
  return (
    <DiskForm
      project={project}
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const disk = await request(diskCreate, { query: { project }, body })
        void queryClient.invalidateQueries({ queryKey: ['diskList'] })
        saidOf('Disk', disk.name, 'created')
        await toList()
      }}
    />
  )
}
