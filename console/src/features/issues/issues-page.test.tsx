import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { SystemIssues } from './issues-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const issue = (silo: string, snoozed: boolean) => ({
  id: `disk-unattached:${silo}`,
  check: 'disk-unattached',
  severity: 'hint',
  message: `Silo ${silo} has 3 disks attached to no instance`,
  resource_kind: 'silo',
  resource_id: silo,
  resource_name: silo,
  parent_name: null,
  project_name: null,
  silo_name: silo,
  snoozed_until: snoozed ? '2027-01-01T00:00:00.000Z' : null,
})

/** Shows the issues of some silos. Each can be snoozed. */
async function show(...silos: string[]) {
  const snoozed = new Set<string>()
  const snoozes = silos.map((silo) => [
    `PUT /experimental/v1/issue-snoozes/${encodeURIComponent(issue(silo, false).id)}`,
    () => {
      snoozed.add(silo)
      return new Response(null, { status: 204 })
    },
  ])
  answerWith({
    ...Object.fromEntries(snoozes),
    'GET /v1/me': {
      id: 'u',
      display_name: 'op',
      fleet_viewer: true,
      silo_admin: true,
      silo_id: 's',
      silo_name: 'main',
      silo_role: 'admin',
    },
    'GET /experimental/v1/system/issues': () => ({
      items: silos.map((silo) => issue(silo, snoozed.has(silo))),
      capped: [],
      snoozed: snoozed.size,
    }),
  })
  renderInConsole(<SystemIssues />, createQueryClient())
  for (const silo of silos.slice(0, 10)) await screen.findByRole('button', { name: buttonOf(silo) })
}
const buttonOf = (silo: string) => `Snooze: ${issue(silo, false).message}`

async function snooze(silo: string) {
  const button = screen.getByRole('button', { name: buttonOf(silo) })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'For a week' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: buttonOf(silo) })).toBeNull())
}
const focused = () => document.activeElement?.getAttribute('aria-label')

test('focuses the next issue after a snooze, and after the last one the one before', async () => {
  await show('a', 'b', 'c')
  await snooze('b')
  await waitFor(() => expect(focused()).toBe(buttonOf('c')))
  await snooze('c')
  await waitFor(() => expect(focused()).toBe(buttonOf('a')))
})

test('leads an operator to the users of the silo', async () => {
  await show('a')
  const fix = screen.getByRole('link', { name: `Show users: ${issue('a', false).message}` })
  expect(fix.getAttribute('href')).toBe('/system/silos/a/users')
})

test('leads an operator to the issues of their own silo, whose resources they see', async () => {
  await show('a', 'main')
  const fix = screen.getByRole('link', { name: `Show issues: ${issue('main', false).message}` })
  expect(fix.getAttribute('href')).toBe('/issues')
})

test('shows the first ten of many issues, and all on demand', async () => {
  const silos = Array.from({ length: 12 }, (_, at) => `s${at}`)
  await show(...silos)
  const shown = () => screen.getAllByRole('listitem').length
  expect(shown()).toBe(10)
  const toggle = screen.getByRole('button', { name: 'Show all 12: Unattached disks' })
  toggle.focus()
  fireEvent.click(toggle)
  expect(shown()).toBe(12)
  expect(focused()).toBe('Show fewer: Unattached disks')
})
