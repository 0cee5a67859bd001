import { useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useMinimum } from '../../ui/use-minimum.ts'

/** The queries of an instance's page: the instance, its disks and its groups. */
const PAGE_QUERIES = /^(instance|disk|antiAffinity|affinity)/

/** Refetches everything that the page of an instance shows. */
export function RefreshButton() {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const refresh = async () => {
    setPending(true)
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => PAGE_QUERIES.test(String(queryKey[0])),
    })
    setPending(false)
  }
  return (
    <IconButton label="Refresh data" loading={useMinimum(pending, 300)} onPress={() => void refresh()}>
      <RefreshCw className="size-4" aria-hidden />
    </IconButton>
  )
}
