import { type ReactNode, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import LinkPoolDialog from './link-pool-dialog.tsx'
import LinkSiloDialog from './link-silo-dialog.tsx'
import { IP_POOLS, type Pool } from './pool-kinds.ts'
import { useLinkEntries } from './use-link-entries.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  // The question is kept outside of React.
  const cancel = screen.queryByRole('button', { name: 'Cancel' })
  if (cancel) fireEvent.click(cancel)
})

const named = (id: string, name: string) => ({
  id,
  name,
  description: '',
  ip_version: 'v4',
  pool_type: 'unicast',
})
const pool = { id: 'p1', name: 'public', ipVersion: 'v4', poolType: 'unicast' } as Pool
const failed = () => refusal(500, 'Internal', 'Internal Server Error')
const ME = {
  id: 'u1',
  display_name: 'Ada',
  fleet_viewer: true,
  fleet_role: 'admin',
  silo_id: 's1',
  silo_role: 'admin',
}

const show = (part: ReactNode) => renderInConsole(<Suspense>{part}</Suspense>, createQueryClient())
const options = async (field: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: field }))
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
}

test('offers no silos while it is unknown which are linked', async () => {
  let links: () => unknown = failed
  answerWith({
    'GET /v1/system/silos': pageWith(named('s1', 'linked'), named('s2', 'other')),
    'GET /v1/system/ip-pools/p1/silos': () => links(),
  })
  show(<LinkSiloDialog kind={IP_POOLS} pool={pool} onClose={() => {}} />)
  expect(await screen.findByText('Missing: linked silos.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Silo' }).getAttribute('placeholder')).toBe('Not loaded')
  links = () => pageWith({ silo_id: 's1', is_default: false })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/^Missing/)).toBeNull())
  expect(await options('Silo')).toEqual([expect.stringMatching(/^other/)])
})

test('offers no pools while it is unknown which are linked', async () => {
  answerWith({
    'GET /v1/system/ip-pools': pageWith(named('p1', 'linked'), named('p2', 'other')),
    'GET /v1/system/silos/main/ip-pools': failed,
  })
  show(<LinkPoolDialog kind={IP_POOLS} silo="main" onClose={() => {}} />)
  expect(await screen.findByText('Missing: IP pools of the silo.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'IP pool' }).getAttribute('placeholder')).toBe('Not loaded')
})

test('says that a new default may replace one that failed to load', async () => {
  answerWith({ 'GET /v1/me': ME, 'GET /v1/system/silos/s1/ip-pools': failed })
  function Entries() {
    const entries = useLinkEntries(
      IP_POOLS,
      'silo',
    )({ pool, silo: { id: 's1', name: 'main' }, isDefault: false })
    return (
      <button type="button" onClick={() => entries[0]!.onAction?.()}>
        {entries[0]!.label}
      </button>
    )
  }
  show(
    <>
      <Entries />
      <ConfirmDialog />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Make default' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('the pools of the silo could not be loaded (Internal Server Error)')
})
