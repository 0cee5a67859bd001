import { diskList, diskView } from '@granary/contract/generated/client.ts'
import { numberedName } from '@granary/domain/names.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { useProject } from '../../app/route-params.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { CreateDisk } from '../../kinds/disk/create-disk.tsx'
import { likeDisk } from '../../kinds/disk/disk-values.ts'

const route = getRouteApi('/authenticated/projects/$project/disks-list/disks-new')

/** The create panel, over the list of disks. The address may name a disk that the new one is like. */
export function DiskCreate() {
  const project = useProject()
  const { like } = route.useSearch()
  return like === undefined ? (
    <CreateDisk project={project} list="disks" />
  ) : (
    <DiskLike project={project} like={like} />
  )
}

function DiskLike({ project, like }: { project: string; like: string }) {
  const disk = useView(apiQuery(diskView, { path: { disk: like }, query: { project } }))
  const { data: disks } = useSuspenseQuery(allQuery(diskList, { query: { project } }))
  const name = numberedName(
    disk.name,
    disks.map((each) => each.name),
  )
  return (
    <CreateDisk
      project={project}
      list="disks"
      initial={likeDisk(disk, name)}
      notice={
        <MessageBox>
          Filled in from <Highlight>{disk.name}</Highlight>. Its content is not copied: for that, take a
          snapshot of it and create the disk from the snapshot.
        </MessageBox>
      }
    />
  )
}
