import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
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
  const navigation = useMemo(
    () => ({
      navigate: (href: string) => void router.navigate({ href }),
      // A failure shows when the click loads the page.
      preload: (href: string) => void router.preloadRoute({ href } as never).catch(() => {}),
    }),
    [router],
  )
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <NavigationProvider value={navigation}>
      <NavigationBar />
      <Outlet />
      <Announcer />
      <ConfirmDialog footerStart={(action) => <ShowAs of={action} />} />
      <Toasts />
    </NavigationProvider>
  )
}
