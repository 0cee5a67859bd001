import { expect, type Page } from '@playwright/test'
import { network } from './server/network-fixtures.ts'

const NARROW = { width: 420, height: 800 }
const LEAVING = 'leaving'
/** Errors of requests, which a busy server causes too. The page shows those that matter. */
const FROM_NETWORK = /^(Failed to load resource|EventSource|WebSocket|Access to )|net::ERR_/

/** Creates by requests of the page itself, which the preview answers too. */
async function makeAll(page: Page, requests: readonly (readonly [path: string, body: object])[]) {
  await page.evaluate(async (all) => {
    for (const [path, body] of all) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`)
    }
  }, requests)
}

/** Creates a project with something for every page of networks, and an IP pool and a subnet pool of the same name. */
async function makeNetwork(page: Page, name: string) {
  const inVpc = `project=${name}&vpc=default`
  await makeAll(page, [
    ['/v1/projects', { name, description: '' }],
    [`/v1/vpc-routers?${inVpc}`, { name: 'custom', description: '' }],
    [
      `/v1/vpc-router-routes?${inVpc}&router=custom`,
      {
        name: 'stop',
        description: '',
        destination: { type: 'ip_net', value: '10.9.0.0/16' },
        target: { type: 'drop' },
      },
    ],
    [
      `/v1/floating-ips?project=${name}`,
      {
        name: 'front',
        description: '',
        address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
      },
    ],
    ['/v1/system/ip-pools', { name, description: '', ip_version: 'v4' }],
    ['/v1/system/subnet-pools', { name, description: '', ip_version: 'v4' }],
    [
      `/v1/system/subnet-pools/${name}/members/add`,
      { subnet: network(), min_prefix_length: 26, max_prefix_length: 30 },
    ],
  ])
  const silo = await page.evaluate(async () => {
    const me = (await (await fetch('/v1/me')).json()) as { silo_name: string }
    return me.silo_name
  })
  await makeAll(page, [
    [`/v1/system/subnet-pools/${name}/silos`, { silo, is_default: false }],
    [
      `/v1/external-subnets?project=${name}`,
      {
        name: 'lan',
        description: '',
        allocator: {
          type: 'auto',
          prefix_length: 28,
          pool_selector: { type: 'explicit', pool: name },
        },
      },
    ],
  ])
  return { name, silo }
}

/**
 * Every page of networks with the beginning of its title, and whether it is a form over another page. Neighbours have
 * different titles, or the page would not set its title again.
 */
function networkPages({
  name,
  silo,
}: Awaited<ReturnType<typeof makeNetwork>>): [path: string, title: string, isForm?: boolean][] {
  const project = `/projects/${name}`
  const vpc = `${project}/vpcs/default`
  const pools = '/system/networking/ip-pools'
  const subnetPools = '/system/networking/subnet-pools'
  return [
    ['/system/networking', 'IP Pools /'],
    [`${pools}-new`, 'New IP pool / IP Pools /', true],
    [`${pools}/${name}`, `${name} / IP Pools /`],
    [`${pools}/${name}/edit`, `Edit IP pool / ${name} / IP Pools /`, true],
    [`${pools}/${name}/ranges-add`, `Add Range / ${name} / IP Pools /`, true],
    [subnetPools, 'Subnet Pools /'],
    [`${subnetPools}-new`, 'New subnet pool / Subnet Pools /', true],
    [`${subnetPools}/${name}`, `${name} / Subnet Pools /`],
    [`${subnetPools}/${name}/edit`, `Edit subnet pool / ${name} /`, true],
    [`${subnetPools}/${name}/members-add`, `Add Member / ${name} /`, true],
    [`/system/silos/${silo}/ip-pools`, `IP Pools / ${silo} / Silos /`],
    [`/system/silos/${silo}/subnet-pools`, `Subnet Pools / ${silo} / Silos /`],
    [`/system/silos/${silo}?tab=ip-pools`, `IP Pools / ${silo} / Silos /`],
    [`${project}/vpcs`, `VPCs / ${name} /`],
    [`${project}/vpcs-new`, `New VPC / VPCs / ${name} /`, true],
    [vpc, `Firewall Rules / default / VPCs / ${name} /`],
    [`${vpc}/edit`, 'Edit VPC / default / VPCs /', true],
    [`${vpc}/firewall-rules-new`, 'New Rule / Firewall Rules / default /', true],
    [`${vpc}/firewall-rules/allow-ssh/edit`, 'Edit Rule / Firewall Rules / default /', true],
    [`${vpc}/firewall-rules-new/allow-ssh`, 'New Rule / Firewall Rules / default /', true],
    [`${vpc}/subnets`, 'VPC Subnets / default /'],
    [`${vpc}/subnets-new`, 'New Subnet / VPC Subnets / default /', true],
    [`${vpc}/subnets/default/edit`, 'Edit Subnet / VPC Subnets / default /', true],
    [`${vpc}/routers`, 'Routers / default /'],
    [`${vpc}/routers-new`, 'New Router / Routers / default /', true],
    [`${vpc}/routers/custom/edit`, 'Edit Router / Routers / default /', true],
    [`${vpc}/internet-gateways`, 'Internet Gateways / default /'],
    [`${vpc}/internet-gateways/default`, 'Edit Internet Gateway / Internet Gateways / default /', true],
    [`${vpc}/connectivity`, 'Connectivity / default /'],
    [`${vpc}/map`, 'Map / default /'],
    [`${vpc}/routers/custom`, 'Routes / custom / Routers / default /'],
    [`${vpc}/routers/custom/routes-new`, 'New Route / Routes / custom /', true],
    [`${vpc}/routers/custom/routes/stop/edit`, 'Edit Route / Routes / custom /', true],
    [`${project}/external-subnets`, `External Subnets / ${name} /`],
    [`${project}/external-subnets-new`, 'New External Subnet / External Subnets /', true],
    [`${project}/external-subnets/lan/edit`, 'Edit External Subnet / External Subnets /', true],
    [`${project}/floating-ips`, `Floating IPs / ${name} /`],
    [`${project}/floating-ips-new`, 'New Floating IP / Floating IPs /', true],
    [`${project}/floating-ips/front/edit`, 'Edit Floating IP / Floating IPs /', true],
  ]
}

/**
 * Opens every page of networks on a narrow screen. Each has its title and its content, nothing is wider than the screen,
 * and the application fails nowhere. Pages follow each other without loading the application anew.
 * @param name a free name for a project, an IP pool and a subnet pool.
 */
export async function openNetworkPages(page: Page, name: string): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !FROM_NETWORK.test(message.text())) errors.push(message.text())
  })
  await page.setViewportSize(NARROW)
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  const network = await makeNetwork(page, name)
  for (const [path, title, isForm] of networkPages(network)) await openPage(page, path, title, isForm)
  expect(errors).toEqual([])
}

async function openPage(page: Page, path: string, title: string, isForm = false): Promise<void> {
  await page.evaluate(
    ([to, leaving]) => {
      document.title = leaving!
      history.pushState({}, '', to)
    },
    [path, LEAVING],
  )
  await expect.poll(() => page.title(), { message: path }).toMatch(new RegExp(`^${title}`))
  // A form has loaded what it edits when it has a button to save it.
  const content = isForm
    ? page.getByRole('dialog').getByRole('button').last()
    : page.getByRole('heading', { level: 1 })
  await expect(content, path).toBeVisible()
  await expect(page.getByRole('alert'), path).toHaveCount(0)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, { message: path }).toBeLessThanOrEqual(NARROW.width)
}
