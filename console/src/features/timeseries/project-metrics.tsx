import { getRouteApi } from '@tanstack/react-router'
import { QueryPage } from './query-page.tsx'

const route = getRouteApi('/authenticated/projects/$project/metrics')

/** Queries over the series of a project. */
export function ProjectMetrics() {
  const { project } = route.useParams()
  return <QueryPage key={project} scope={{ project }} search={route.useSearch()} />
}
