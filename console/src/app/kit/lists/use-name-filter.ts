import { useCurrentSearch } from '../../route-params.ts'
import { useNavigateHere } from './use-navigate-here.ts'
import { changeList } from './use-page.ts'

/** The filter by name of a list that is filtered here. */
export function useLocalNameFilter() {
  const { name } = useCurrentSearch()
  const navigate = useNavigateHere()
  const onChange = (value: string) => changeList(navigate, { name: value || undefined }, { replace: true })
  return { name, filter: { value: name ?? '', onChange } }
}
