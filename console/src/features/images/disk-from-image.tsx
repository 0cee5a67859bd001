import { imageView } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { CreateDisk } from '../../kinds/disk/create-disk.tsx'
import { copyOf } from '../../kinds/disk/disk-values.ts'

const route = getRouteApi('/authenticated/projects/$project/images-list/images/$image/disks-new')

/** The panel that creates a disk from an image of the project, over the list. */
export function DiskFromImage() {
  const { project, image } = route.useParams()
  const data = useView(apiQuery(imageView, { path: { image }, query: { project } }))
  return <CreateDisk project={project} list="images" initial={copyOf('image', data)} />
}
