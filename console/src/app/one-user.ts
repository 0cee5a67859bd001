import { useEffect, useState } from 'react'
import { useCurrentUser } from './session.ts'

const reloadPage = () => location.reload()

/**
 * Reloads the page when another user has signed in in another tab of the browser: it would go on to show what the user before could
 * see, and act for the new one.
 */
export function useOneUser(reload: () => void = reloadPage): void {
  const { id } = useCurrentUser()
  const [opened] = useState(id)
  useEffect(() => {
    if (id !== opened) reload()
  }, [id, opened, reload])
}
