import { useExtensions } from '../../api/extensions.ts'
import { useCurrentSearch } from '../route-params.ts'
import { useNavigateHere } from './use-navigate-here.ts'
import { changeList } from './use-page.ts'

/**
 * The filter by name of a list that the server filters: the input, which is in the URL, and the filter as the list
 * shells take it. A server without extensions can't filter, so the filter is left out.
 */
export function useNameFilter() {
  const { name, filter } = useLocalNameFilter()
  return useExtensions() ? { name, filter } : { name: undefined, filter: undefined }
}

/** The filter by name of a list that is filtered here. */
export function useLocalNameFilter() {
  const { name } = useCurrentSearch()
  const navigate = useNavigateHere()
  const onChange = (value: string) => changeList(navigate, { name: value || undefined }, { replace: true })
  return { name, filter: { value: name ?? '', onChange } }
}
