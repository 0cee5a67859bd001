import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, pageWith } from '../../../api/testing.ts'
import { fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { nicOf, showInstance, webInstance } from '../testing.tsx'
import { InterfacesCard } from './interfaces-card.tsx'

afterEach(() => vi.unstubAllGlobals())

const nicWith = (transit_ips: string[], primary = true) => ({
  ...nicOf('n1', 'eth0', primary),
  ip_stack: { type: 'v4', value: { ip: '10.0.0.5', transit_ips } },
})

/** Shows the list as it was when the page loaded, of an interface that others have changed since. */
async function show(loaded: string[], current: string[], primary = true) {
  const requested = answerWith({
    'GET /v1/instances/web': webInstance('stopped'),
    'GET /v1/instances/web/disks': pageWith(),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(nicWith(loaded, primary)),
    'GET /v1/network-interfaces/n1': nicWith(current, primary),
    'PUT /v1/network-interfaces/n1': nicWith(current, primary),
    'GET /v1/vpcs/v1': { id: 'v1', name: 'default' },
    'GET /v1/vpc-subnets/s1': { id: 's1', name: 'default' },
  })
  await showInstance(<InterfacesCard />)
  const table = await screen.findByRole('table', { name: 'Network interfaces' })
  const choose = async (entry: string) => {
    fireEvent.click(within(table).getByRole('button', { name: 'Row actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
  }
  const sent = () => requested.find(({ call }) => call.startsWith('PUT '))?.body
  return { choose, sent }
}

test('keeps the transit IPs that another user has added or removed since the panel was opened', async () => {
  const { choose, sent } = await show(
    ['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16'],
    ['10.1.0.0/16', '10.2.0.0/16', '10.9.0.0/16'],
  )
  await choose('Edit')
  const panel = within(await screen.findByRole('dialog', { name: 'Edit network interface' }))
  fireEvent.click(panel.getByRole('button', { name: 'remove IP 10.2.0.0/16' }))
  fireEvent.change(panel.getByRole('textbox', { name: /Transit IPs/ }), { target: { value: '10.4.0.0/16' } })
  fireEvent.click(panel.getByRole('button', { name: 'Update network interface' }))
  await waitFor(() =>
    expect(sent()).toMatchObject({ transit_ips: ['10.1.0.0/16', '10.9.0.0/16', '10.4.0.0/16'] }),
  )
})

test('making an interface primary keeps the transit IPs that it has now', async () => {
  const { choose, sent } = await show(['10.1.0.0/16'], ['10.1.0.0/16', '10.9.0.0/16'], false)
  await choose('Make primary')
  await waitFor(() => expect(sent()).toEqual({ primary: true, transit_ips: ['10.1.0.0/16', '10.9.0.0/16'] }))
})
