import { useProject } from '../../app/route-params.ts'
import { CreateDisk } from '../../kinds/disk/create-disk.tsx'

/** The create panel, over the list of disks. */
export const DiskCreate = () => <CreateDisk project={useProject()} list="disks" />
