import { Outlet, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ConfirmDialog } from '../ui/overlay/confirm.tsx'
import { NavigationProvider } from '../ui/navigation.tsx'
import { useStore } from '../ui/store.ts'
import { Toasts } from '../ui/toast/toasts.tsx'
import { Announcer } from './arrival/announcer.tsx'
import { NavigationBar } from './arrival/navigation-bar.tsx'
import { ShowAs } from './show-as/show-as.tsx'
import { PRODUCT, messageTitle, titleOf, useCrumbs } from './crumbs.ts'

/** The root of every page: the title of the document, questions, messages. */
export function Root() {
  const crumbs = useCrumbs()
  const message = useStore(messageTitle)
  const title = message === null ? titleOf(crumbs) : `${message} / ${PRODUCT}`
  const router = useRouter()
  const navigate = useCallback((href: string) => void router.navigate({ href }), [router])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <NavigationProvider navigate={navigate}>
      <NavigationBar />
      <Outlet />
      <Announcer />
      <ConfirmDialog footerStart={(action) => <ShowAs of={action} />} />
      <Toasts />
    </NavigationProvider>
  )
}
