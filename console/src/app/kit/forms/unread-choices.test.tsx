import {
  diskList,
  imageList,
  internetGatewayList,
  siloList,
  systemIpPoolList,
  vpcRouterList,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { allQuery, createQueryClient } from '../../../api/queries.ts'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { fireEvent, screen, waitFor } from '../../../ui/testing.ts'
import { renderInConsole } from '../../testing.tsx'
import { FormDialog } from './form-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

function Choosing() {
  const form = useForm({ defaultValues: {} })
  const disks = useQuery({ ...allQuery(diskList, { query: { project: 'shop' } }), throwOnError: false })
  useQuery({ ...allQuery(imageList, {}), throwOnError: false })
  return (
    <FormDialog form={form} title="Choose" onSubmit={async () => {}} onDismiss={() => {}}>
      {disks.data ? `${disks.data.length} disks` : 'waiting'}
    </FormDialog>
  )
}

/** A server with this answer for each list. */
async function show(statusOf: (path: string) => number) {
  vi.stubGlobal('fetch', async (address: string) => {
    const status = statusOf(new URL(address, 'http://console.test').pathname)
    const words = { error_code: status === 403 ? 'Forbidden' : 'Internal', message: 'no', request_id: 'r1' }
    return status === 200 ? Response.json({ items: [], next_page: null }) : Response.json(words, { status })
  })
  renderInConsole(<Choosing />, createQueryClient())
  await screen.findByRole('dialog', { name: 'Choose' })
}

test('names the choices that failed to load, and retries them', async () => {
  let status = 500
  await show((path) => (path === '/v1/disks' ? status : 200))
  expect(await screen.findByText('Missing: disks.')).toBeTruthy()
  expect(screen.getByText('No')).toBeTruthy()
  status = 200
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('0 disks')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/^Missing/)).toBeNull())
})

test('keeps the notice while loading fails, and names everything missing', async () => {
  await show(() => 500)
  expect(await screen.findByText('Missing: disks, images.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy())
  expect(screen.getByText('Missing: disks, images.')).toBeTruthy()
})

test('does not report choices that the user may not see', async () => {
  await show((path) => (path === '/v1/images' ? 403 : 200))
  expect(await screen.findByText('0 disks')).toBeTruthy()
  expect(screen.queryByText(/^Missing/)).toBeNull()
})

test('names routers, gateways, silos and pools too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'no' }, { status: 500 }))
  function Routing() {
    const form = useForm({ defaultValues: {} })
    const quiet = { throwOnError: false }
    useQuery({ ...allQuery(vpcRouterList, { query: { vpc: 'v1' } }), ...quiet })
    useQuery({ ...allQuery(internetGatewayList, { query: { vpc: 'v1' } }), ...quiet })
    useQuery({ ...allQuery(siloList, {}), ...quiet })
    useQuery({ ...allQuery(systemIpPoolList, {}), ...quiet })
    return (
      <FormDialog form={form} title="Choose" onSubmit={async () => {}} onDismiss={() => {}}>
        <Listbox label="Router" items={[]} value={null} onChange={() => {}} noItems="No routers" />
      </FormDialog>
    )
  }
  renderInConsole(<Routing />, createQueryClient())
  expect(await screen.findByText('Missing: routers, internet gateways, silos, IP pools.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Router' }).textContent).toBe('Not loaded')
})
