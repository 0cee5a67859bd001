import { useNavigate, useSearch } from '@tanstack/react-router'

/** The filter by name of a list: the input, which is in the URL, and the filter as the list shells take it. */
export function useNameFilter() {
  const { name } = useSearch({ strict: false })
  const navigate = useNavigate()
  const onChange = (value: string) =>
    void navigate({ to: '.', search: value ? { name: value } : {}, replace: true })
  return { name, filter: { value: name ?? '', onChange } }
}
