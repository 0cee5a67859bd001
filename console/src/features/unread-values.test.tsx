import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { setExtensions } from '../api/extensions.ts'
import { createQueryClient } from '../api/queries.ts'
import { renderInConsole } from '../app/testing.tsx'
import { SourceCell } from '../kinds/disk/source-cell.tsx'
import { SourceText } from '../kinds/disk/source-text.tsx'
import { DisksOf } from '../kinds/image/disks-of.tsx'
import { InstanceCell } from '../kinds/network/instance-cell.tsx'
import { PoolCell } from '../kinds/network/pool-cell.tsx'
import { SiloName } from '../kinds/pool/linked-silos.tsx'
import { IP_POOLS } from '../kinds/pool/pool-kinds.ts'
import { SourceDiskText } from '../kinds/snapshot/source-disk-text.tsx'
import { fireEvent, screen, waitFor } from '../ui/testing.ts'
import { AttachedTo } from '../kinds/disk/attached-to.tsx'
import { CertificateNames, CertificateValidity } from './certificates/certificate-cells.tsx'
import { PoolName } from './external-subnets/pool-name.tsx'
import { ExternalIps } from './instances/external-ips.tsx'
import { LinkState } from './inventory/link-state.tsx'
import { RemainingIps } from './ip-pools/cells.tsx'
import { Role } from './users/users-tab.tsx'
import { Attachments } from './vpcs/gateways/gateway-parts.tsx'
import { RouteCount } from './vpcs/gateways/gateway-list.tsx'
import { CustomRouter } from './vpcs/subnets/subnet-list.tsx'
import { RuleCount } from './vpcs/vpc-list.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A server that fails every read in the same way. @returns the paths that it was asked for. */
function failWith(status: number): string[] {
  setExtensions(true)
  const requested: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(new URL(address, 'http://console.test').pathname)
    const error_code = status === 403 ? 'Forbidden' : 'Internal'
    return Response.json({ error_code, message: 'Internal Server Error', request_id: 'r1' }, { status })
  })
  return requested
}

const gateway = { id: 'g1', name: 'office', vpcId: 'v1' } as Parameters<typeof RouteCount>[0]['gateway']
const path = { project: 'shop', vpc: 'default' }
const broken = new ApiError('Internal Server Error', { statusCode: 500 })
const VALUES: [string, () => ReactElement][] = [
  ['the disks of an image', () => <DisksOf image={{ id: 'i1', projectId: 'p1' }} />],
  [
    'the instance of a disk',
    () => <AttachedTo state={{ state: 'attached', instance: 'i1' }} project="shop" />,
  ],
  ['the image of a disk', () => <SourceCell disk={{ imageId: 'i1', snapshotId: null }} project="shop" />],
  ['the snapshot of a disk', () => <SourceText disk={{ imageId: null, snapshotId: 's1' }} project="shop" />],
  ['the disk of a snapshot', () => <SourceDiskText id="d1" project="shop" />],
  ['the external addresses of an instance', () => <ExternalIps instance="i1" known={undefined} />],
  ['the addresses left in a pool', () => <RemainingIps pool={{ id: 'p1', ipVersion: 'v4' }} />],
  ['the role of a user', () => <Role of={{ byUser: undefined, error: broken }} user="u1" />],
  ['the custom router of a subnet', () => <CustomRouter path={path} id="r1" />],
  ['the names of a certificate', () => <CertificateNames pem="unreadable" />],
  ['the end of a certificate', () => <CertificateValidity pem="unreadable" />],
  ['the instance of an address', () => <InstanceCell project="shop" id="i1" />],
  ['the pool of an address', () => <PoolCell poolId="p1" />],
  ['the pool of an external subnet', () => <PoolName id="p1" />],
  ['the silo of a pool', () => <SiloName kind={IP_POOLS} id="s1" />],
  [
    'the link of a port',
    () => <LinkState port={{ portName: 'qsfp0', rackId: 'r1', switchSlot: 'switch0' }} />,
  ],
  ['the rules of a VPC', () => <RuleCount project="shop" vpc={{ id: 'v1', name: 'default' }} />],
  ['the routes to a gateway', () => <RouteCount path={path} gateway={gateway} />],
]

test.each(VALUES)(
  '%s is not shown as missing, deleted or loading when it failed to load',
  async (_, value) => {
    failWith(500)
    renderInConsole(value(), createQueryClient())
    expect(await screen.findByText('Not loaded')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/—|deleted/i)
    expect(document.querySelector('.skeleton')).toBeNull()
  },
)

test('a gateway whose parts failed to load does not look like one without any', async () => {
  failWith(500)
  const nothing = () => {}
  renderInConsole(
    <Attachments gateway={gateway} onAttachPool={nothing} onAttachAddress={nothing} />,
    createQueryClient(),
  )
  expect(await screen.findAllByText('Not loaded')).toHaveLength(2)
})

test('one press reads everything again that failed to load', async () => {
  const requested = failWith(500)
  renderInConsole(
    <>
      <SourceDiskText id="d1" project="shop" />
      <RemainingIps pool={{ id: 'p1', ipVersion: 'v4' }} />
    </>,
    createQueryClient(),
  )
  await waitFor(() => expect(screen.getAllByText('Not loaded')).toHaveLength(2))
  const before = [...requested].toSorted()
  requested.length = 0
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  await waitFor(() => expect(requested.toSorted()).toEqual(before))
})

test('values that the caller may not see are a dash', async () => {
  failWith(403)
  renderInConsole(<RuleCount project="shop" vpc={{ id: 'v1', name: 'default' }} />, createQueryClient())
  expect(await screen.findByText('—')).toBeTruthy()
})

test.each([
  ['instance', () => <InstanceCell project="shop" id="i1" />],
  ['pool', () => <PoolCell poolId="i1" />],
  ['subnet pool', () => <PoolName id="i1" />],
  ['silo', () => <SiloName kind={IP_POOLS} id="i1" />],
])('the name of a %s that the caller may not see is its ID', async (_, value) => {
  failWith(403)
  renderInConsole(value(), createQueryClient())
  expect(await screen.findByText('i1')).toBeTruthy()
  expect(screen.queryByText('Not loaded')).toBeNull()
})
