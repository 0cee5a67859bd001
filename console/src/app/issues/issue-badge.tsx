import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { SidebarCount } from '../frame/sidebar-count.tsx'
import { countQuery } from './count-query.ts'

/** The number of issues, in the sidebar. */
export default function IssueBadge({ isFleet }: { isFleet: boolean }) {
  const { data } = useQuery(countQuery(useExtensions(), isFleet))
  return data && <SidebarCount total={data} />
}
