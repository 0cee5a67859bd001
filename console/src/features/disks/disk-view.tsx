import { diskView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { wasPushed } from '../../app/kit/pages/history.ts'
import DiskDetails from '../../kinds/disk/disk-details.tsx'

const route = getRouteApi('/authenticated/projects/$project/disks-list/disks/$disk')

/** The details panel of a disk, over the list. */
export function DiskView() {
  const { project, disk } = route.useParams()
  const data = useView(apiQuery(diskView, { path: { disk }, query: { project } }))
  const navigate = useNavigate()
  const [animate] = useState(wasPushed)
  return (
    <DiskDetails
      disk={data}
      project={project}
      animate={animate}
      onClose={() => void navigate({ to: '/projects/$project/disks', params: { project } })}
    />
  )
}
