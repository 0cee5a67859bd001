import { snapshotView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { CreateDisk } from '../../kinds/disk/create-disk.tsx'
import { copyOf } from '../../kinds/disk/disk-values.ts'

const route = getRouteApi('/authenticated/projects/$project/snapshots-list/snapshots/$snapshot/disks-new')

/** The panel that creates a disk from a snapshot, over the list. */
export function DiskFromSnapshot() {
  const { project, snapshot } = route.useParams()
  const data = useView(apiQuery(snapshotView, { path: { snapshot }, query: { project } }))
  return <CreateDisk project={project} list="snapshots" initial={copyOf('snapshot', data)} />
}
