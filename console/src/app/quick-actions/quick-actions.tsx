import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useStore } from '../../ui/store.ts'
import { type Area, placesAbove, useCrumbs } from '../crumbs.ts'
import { useDestinations } from '../navigation.ts'
import { fillPath, pathTo } from '../paths.ts'
import { useCurrentUser } from '../session.ts'
import { Palette } from './palette.tsx'
import { type QuickAction, quickActionsOpen, useQuickActions } from './store.ts'

/** Registers the frame's actions, and shows the palette. */
export function QuickActions({ area, project }: { area: Area; project: string | undefined }) {
  const open = useStore(quickActionsOpen)
  useFrameActions(area, project)
  if (!open) return null
  return <OpenPalette />
}

const ResourceSearch = lazyPart(() => import('./resource-search.tsx'))

/** The palette, with the search of the server if it has one. Not lazy: the first letters that are typed must arrive. */
function OpenPalette() {
  const navigate = useNavigate()
  const extensions = useExtensions()
  return (
    <>
      <Palette onGo={(href) => void navigate({ href })} />
      {extensions && (
        <Suspense fallback={null}>
          <ResourceSearch extensions={extensions} />
        </Suspense>
      )}
    </>
  )
}

const none: QuickAction[] = []
const toSystem = [{ label: 'Manage system', href: pathTo('/system/silos') }]
const toSettings = [{ label: 'Settings', href: pathTo('/settings/profile') }]
const toProjects = [{ label: 'Projects', href: pathTo('/projects') }]

function useFrameActions(area: Area, project: string | undefined): void {
  const { siloName, fleetViewer } = useCurrentUser()
  const here = useDestinations(area)
  const crumbs = useCrumbs()
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages = useMemo(
    () =>
      here
        .map(({ label, path }) => ({ label, href: fillPath(path, { project }) }))
        .filter(({ href }) => href !== pathname),
    [here, project, pathname],
  )
  const up = useMemo(() => placesAbove(crumbs).map(({ label, path }) => ({ label, href: path })), [crumbs])
  const group = {
    silo: `Silo '${siloName}'`,
    project: `Project '${project}'`,
    settings: 'Settings',
    system: 'System',
  }[area]
  useQuickActions(group, pages, 'layout')
  useQuickActions(`Back to silo '${siloName}'`, area === 'system' ? toProjects : none, 'layout')
  useQuickActions('Go up', up, 'up')
  useQuickActions('System', fleetViewer && area !== 'system' ? toSystem : none, 'global')
  useQuickActions('User', area === 'settings' ? none : toSettings, 'global')
}
