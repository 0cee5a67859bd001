import { diskCreate, imageView, snapshotView } from '@granary/contract/generated/client.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { saidOf } from '../../ui/toast/said.tsx'
import { DiskForm } from './disk-form.tsx'
import { copyOf, type DiskValues } from './disk-values.ts'

const snapshotRoute = getRouteApi(
  '/authenticated/projects/$project/snapshots-list/snapshots/$snapshot/disks-new',
)
const imageRoute = getRouteApi('/authenticated/projects/$project/images-list/images/$image/disks-new')

/** The panel that makes a disk, over the list of disks. */
export function DiskCreate() {
  const project = useProject()
  return <Panel project={project} list="disks" />
}

/** The panel that makes a disk of a snapshot, over the list of snapshots. */
export function DiskFromSnapshot() {
  const { project, snapshot } = snapshotRoute.useParams()
  const { data } = useSuspenseQuery(apiQuery(snapshotView, { path: { snapshot }, query: { project } }))
  return <Panel project={project} list="snapshots" initial={copyOf('snapshot', data)} />
}

/** The panel that makes a disk of an image of a project, over the list of its images. */
export function DiskFromImage() {
  const { project, image } = imageRoute.useParams()
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
  const link = { text: 'View disks', href: pathTo('/projects/$project/disks', { project }) }
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
