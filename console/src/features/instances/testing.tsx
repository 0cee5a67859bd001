import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm.tsx'
import { act, fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { InstancePage } from './instance-page.tsx'

const time = '2026-11-20T10:00:00.000Z'
const identity = (id: string, name: string) => ({
  id,
  name,
  description: '',
  time_created: time,
  time_modified: time,
})
const GiB = 2 ** 30

/** Returns the API's answer for the instance `web` of the project `shop`. */
export const webInstance = (run_state: InstanceState, change: object = {}) => ({
  ...identity('i1', 'web'),
  project_id: 'p1',
  hostname: 'web',
  ncpus: 2,
  memory: 2 * GiB,
  run_state,
  time_run_state_updated: time,
  boot_disk_id: 'd1',
  auto_restart_enabled: true,
  auto_restart_policy: null,
  auto_restart_cooldown_expiration: null,
  time_last_auto_restarted: null,
  cpu_platform: null,
  enable_jumbo_frames: false,
  start_problem: null,
  ...change,
})

/** Returns a disk, attached to the instance unless it is detached. */
export const diskOf = (id: string, name: string, state: DiskStateName = 'attached', change: object = {}) => ({
  ...identity(id, name),
  project_id: 'p1',
  size: GiB,
  block_size: 4096,
  device_path: `/mnt/${name}`,
  disk_type: 'distributed',
  read_only: false,
  image_id: null,
  snapshot_id: null,
  state: state === 'attached' ? { state, instance: 'i1' } : { state },
  ...change,
})

/** Returns an interface of the instance. */
export const nicOf = (id: string, name: string, primary: boolean) => ({
  ...identity(id, name),
  instance_id: 'i1',
  vpc_id: 'v1',
  subnet_id: 's1',
  mac: 'A8:40:25:F0:00:01',
  primary,
  ip_stack: { type: 'v4', value: { ip: primary ? '10.0.0.5' : '10.0.0.6', transit_ips: [] } },
})

/** Renders a tab of the instance's page, with its dialogs and toasts. */
export async function showInstance(tab: ReactNode) {
  const root = createRootRoute()
  // The route ids match the console's own, because pages read their parameters by id.
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const project = createRoute({ getParentRoute: () => signedIn, path: '/projects/$project' })
  const page = createRoute({
    getParentRoute: () => project,
    path: 'instances/$instance',
    component: InstancePage,
  })
  const inside = createRoute({ getParentRoute: () => page, path: '$tab', component: () => tab })
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <Outlet /> })
  const router = createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([project.addChildren([page.addChildren([inside])])]),
      rest,
    ]),
    history: createMemoryHistory({ initialEntries: ['/projects/shop/instances/web/storage'] }),
  })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
      <ConfirmDialog />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'web' })
  await waitFor(() => expect(router.state.status).toBe('idle'))
  return { router, client }
}

/** Returns why a control is disabled, from its accessible description, or null if it is enabled. */
export function reasonOf(control: HTMLElement): string | null {
  if (control.getAttribute('aria-disabled') !== 'true') return null
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

/** Opens a menu and returns the reason of each entry by label, then closes it. */
export async function entriesOf(button: HTMLElement): Promise<Record<string, string | null>> {
  fireEvent.click(button)
  const menu = await screen.findByRole('menu')
  const entries = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].map(
    (item) => [item.textContent ?? '', reasonOf(item)] as const,
  )
  await act(async () => void fireEvent.keyDown(menu, { key: 'Escape' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  return Object.fromEntries(entries)
}
