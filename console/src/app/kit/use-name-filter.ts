import { useNavigate, useSearch } from '@tanstack/react-router'

/** The filter by name of a list: what was typed, which is in the address, and the filter as the list shells take it. */
export function useNameFilter() {
  const { name } = useSearch({ strict: false })
  const navigate = useNavigate()
  const onChange = (value: string) =>
    void navigate({ to: '.', search: value ? { name: value } : {}, replace: true })
  return { name, filter: { value: name ?? '', onChange } }
}
