import { DeletingDialog } from '../delete-everything/deleting-dialog.tsx'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { reserveToastSpace } from '../../ui/toast/clearance.ts'
import { WithHistory } from '../history/history.tsx'
import { InFrame } from '../message-page.tsx'
import { QuickActions } from '../quick-actions/quick-actions.tsx'
import { useCurrentProject } from '../route-params.ts'
import { BottomBarContext } from '../../ui/page/bottom-bar.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The console around a page: top bar, sidebar, and at the bottom the place for pagination and submit rows. */
export function Frame() {
  const area =
    useMatches({
      select: (matches) => matches.findLast((match) => match.staticData.area)?.staticData.area,
    }) ?? 'silo'
  const project = useCurrentProject()
  const [bottomBar, setBottomBar] = useState<HTMLElement | null>(null)
  const bottomBarRef = useCallback((bar: HTMLElement | null) => {
    setBottomBar(bar)
    return reserveToastSpace(bar)
  }, [])
  const [navigationOpen, setNavigationOpen] = useState(false)
  const closeNavigation = useCallback(() => setNavigationOpen(false), [])
  return (
    <>
      <a
        href="#content"
        className="fixed -top-12 left-1/2 z-50 -translate-x-1/2 rounded bg-surface-raised px-4 py-2 text-sm focus:top-2 focus:shadow-raised"
      >
        Skip to content
      </a>
      <TopBar
        area={area}
        project={project}
        navigationOpen={navigationOpen}
        onNavigation={() => setNavigationOpen((open) => !open)}
      />
      <Sidebar area={area} project={project} open={navigationOpen} onClose={closeNavigation} />
      <div className="flex min-h-[calc(100vh-var(--banner-height,0px))] flex-col pt-12 md:pl-56">
        <main id="content" tabIndex={-1} className="flex min-w-0 grow flex-col px-4 pt-6 pb-4 md:px-8">
          <InFrame value>
            <BottomBarContext value={bottomBar}>
              <WithHistory>
                <Outlet />
              </WithHistory>
            </BottomBarContext>
          </InFrame>
        </main>
        <div
          ref={bottomBarRef}
          className="sticky bottom-0 z-10 border-t border-border bg-surface empty:hidden"
        />
      </div>
      <QuickActions area={area} project={project} />
      <DeletingDialog />
    </>
  )
}
