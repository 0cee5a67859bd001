import type { CallOutput, Extensions } from '@granary/contract/call.ts'
import { instanceImageList } from '@granary/contract/generated/client.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '../../api/queries.ts'
import { ChoiceFilter } from '../../app/kit/lists/choice-filter.tsx'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { StateFilter } from '../../app/kit/lists/state-filter.tsx'
import type { Total } from '../../app/kit/lists/use-page.ts'
import { useIsIdle } from '../../app/use-is-idle.ts'
import type { InstanceSearch } from './instance-search.ts'

type ListFiltersProps = {
  extensions: Extensions
  /** The project of the list; all projects by default. */
  project?: string
  search: InstanceSearch
  onChange: (next: InstanceSearch) => void
  totals: CallOutput<'siloInstanceCounts'>['instanceStates'] | undefined
}

/** Filters instances by state, and by the image and operating system that they boot from. */
export function ListFilters({ extensions, project, search, onChange, totals }: ListFiltersProps) {
  const { state, image, os } = search
  const read = useImages(extensions, project)
  const images = read.data?.items ?? []
  return (
    <>
      <StateFilter
        states={instanceStates}
        chosen={state}
        totals={totals}
        onChange={(next) => onChange({ state: next })}
      />
      {(images.length > 0 || image) && (
        <ChoiceFilter
          label="Image"
          choices={totalsBy('name', images)}
          chosen={image}
          onChange={(next) => onChange({ image: next })}
        />
      )}
      {(images.length > 0 || os) && (
        <ChoiceFilter
          label="OS"
          choices={totalsBy('os', images)}
          chosen={os}
          onChange={(next) => onChange({ os: next })}
        />
      )}
      <IfMissed what="Images to filter by" of={read} />
    </>
  )
}

type BootImage = CallOutput<'instanceImageList'>['items'][number]

/** Reads the images once the browser is idle, so that the rows come first. */
function useImages(extensions: Extensions, project: string | undefined) {
  const isIdle = useIsIdle()
  const input = project === undefined ? {} : { query: { project: extensions.value([project]) } }
  const query = optionalQuery(extensions, instanceImageList, input)
  return useQuery({ ...query, ...(!isIdle && { enabled: false }) })
}

/** Returns the values of a field with the instances of each. */
function totalsBy(field: 'name' | 'os', images: readonly BootImage[]) {
  const byValue = Map.groupBy(images, (image) => image[field])
  return [...byValue]
    .map(([value, its]) => ({ value, total: sumOf(its.map(({ total }) => total)) }))
    .toSorted((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true }))
}

const sumOf = (totals: readonly Total[]): Total => ({
  count: totals.reduce((sum, { count }) => sum + count, 0),
  isCapped: totals.some(({ isCapped }) => isCapped),
})
