import { useNavigate, useSearch } from '@tanstack/react-router'

/** The filter by name that is in the address, and how a `ListPage` changes it. */
export function useNameFilter(): {
  name: string | undefined
  filter: { value: string; onChange: (value: string) => void }
} {
  const { name } = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    name,
    filter: {
      value: name ?? '',
      onChange: (value) => void navigate({ to: '.', search: value ? { name: value } : {}, replace: true }),
    },
  }
}
