import { projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { ChoiceFilter } from '../../app/kit/choice-filter.tsx'
import { useIsIdle } from '../../app/use-is-idle.ts'

type ProjectFilterProps = {
  /** The names of the chosen projects. */
  chosen: readonly string[] | undefined
  onChange: (projects: string[] | undefined) => void
}

/** Filters a list of all projects by project. */
export function ProjectFilter({ chosen, onChange }: ProjectFilterProps) {
  const isIdle = useIsIdle()
  const projects = useQuery({ ...allQuery(projectList, {}), enabled: isIdle, throwOnError: false }).data
  // An empty menu would look like a silo without projects.
  if (!projects && !chosen) return null
  return (
    <ChoiceFilter
      label="Project"
      choices={(projects ?? []).map(({ name }) => ({ value: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  )
}
