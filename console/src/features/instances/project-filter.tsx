import { projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { ChoiceFilter } from '../../app/kit/lists/choice-filter.tsx'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { useIsIdle } from '../../app/use-is-idle.ts'

type ProjectFilterProps = {
  /** The names of the chosen projects. */
  chosen: readonly string[] | undefined
  onChange: (projects: string[] | undefined) => void
}

/** Filters a list of all projects by project. */
export function ProjectFilter({ chosen, onChange }: ProjectFilterProps) {
  const isIdle = useIsIdle()
  const query = { ...allQuery(projectList, {}), enabled: isIdle, throwOnError: false }
  const projects = useQuery(query)
  return (
    <>
      {/* An empty menu would look like a silo without projects. */}
      {(projects.data ?? chosen) && (
        <ChoiceFilter
          label="Project"
          choices={(projects.data ?? []).map(({ name }) => ({ value: name }))}
          chosen={chosen}
          onChange={onChange}
        />
      )}
      <IfMissed what="Projects to filter by" of={projects} />
    </>
  )
}
