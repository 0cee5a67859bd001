import { useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useMinimum } from '../../ui/use-minimum.ts'

/** The reads of which the page of an instance is made: of the instance, its disks, and the groups that it is in. */
const SHOWN = /^(instance|disk|antiAffinity|affinity)/

/** Reads anew whatever the page of an instance shows, for whoever does not trust that it is fresh. */
export function RefreshButton() {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const refresh = async () => {
    setPending(true)
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => SHOWN.test(String(queryKey[0])) })
    setPending(false)
  }
  return (
    <IconButton label="Refresh data" loading={useMinimum(pending, 300)} onPress={() => void refresh()}>
      <RefreshCw className="size-4" aria-hidden />
    </IconButton>
  )
}
