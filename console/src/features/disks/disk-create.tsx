import { diskCreate, imageView, snapshotView } from '@granary/contract/generated/client.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { saidOf } from '../../ui/toast/said.tsx'
import { DiskForm } from './disk-form.tsx'
import { copyOf, type DiskValues } from './disk-values.ts'

type Params = { project: string; snapshot: string; image: string }
const useProjectParams = () => useParams({ strict: false }) as Params

/** The panel that makes a disk, over the list of disks. */
export function DiskCreate() {
  const { project } = useProjectParams()
  return <Panel project={project} list="disks" />
}

/** The panel that makes a disk of a snapshot, over the list of snapshots. */
export function DiskFromSnapshot() {
  const { project, snapshot } = useProjectParams()
  const { data } = useSuspenseQuery(apiQuery(snapshotView, { path: { snapshot }, query: { project } }))
  return <Panel project={project} list="snapshots" initial={copyOf('snapshot', data)} />
}

/** The panel that makes a disk of an image of a project, over the list of its images. */
export function DiskFromImage() {
  const { project, image } = useProjectParams()
  const { data } = useSuspenseQuery(apiQuery(imageView, { path: { image }, query: { project } }))
  return <Panel project={project} list="images" initial={copyOf('image', data)} />
}

type PanelProps = {
  project: string
  /** What lies under the panel, and is there again when it closes. */
  list: 'disks' | 'snapshots' | 'images'
  initial?: DiskValues
}

function Panel({ project, list, initial }: PanelProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toList = () => navigate({ to: `/projects/$project/${list}`, params: { project } })
  const link = { text: 'View disks', href: `/projects/${project}/disks` }
  return (
    <DiskForm
      project={project}
      initial={initial}
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const disk = await request(diskCreate, { query: { project }, body })
        void queryClient.invalidateQueries({ queryKey: ['diskList'] })
        saidOf('Disk', disk.name, 'created', list === 'disks' ? {} : { link })
        await toList()
      }}
    />
  )
}
