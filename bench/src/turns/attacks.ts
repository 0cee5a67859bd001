import { ask } from '../ask.ts'
import { prepareScim } from '../fairness/attacks.ts'
import type { BenchServer } from '../running-server.ts'
import { ofDocuments } from './document-attacks.ts'
import { ofRules } from './firewall-attacks.ts'
import type { WatchedRequest } from './measure.ts'
import { get, post } from './requests.ts'
import { ofScim } from './scim-attacks.ts'
import { ofHeaders, ofSignIn, SAML_SILO, samlSilo } from './sign-in-attacks.ts'

/** Characters of the longest query. */
const QUERY = 4_000

/** A project with many instances, and a query for many points. */
export type Prepared = { filled: string; month: string }

/** Returns the attacks that reviews have found, for callers of the main silo, without a credential, and of an identity provider. */
export async function attacks(
  server: BenchServer,
  { filled, month }: Prepared,
): Promise<Record<string, WatchedRequest[]>> {
  const project = 'busy'
  await ask(server, 'POST', '/v1/projects', { name: project, description: '' })
  const saml = await samlSilo(server)
  return {
    admin: [
      ...(await ofRules(server, project)),
      ...ofQueries(project, month),
      ...ofPages(filled),
      ...ofDocuments(project),
    ],
    'no credential': [...ofSignIn(saml), ...ofHeaders()],
    'an identity provider': [...(await ofGroups(server)), ...(await ofProvider(server))],
  }
}

function ofQueries(project: string, month: string): WatchedRequest[] {
  const query = (name: string, text: string) => [
    post(`query, ${name}`, `/v1/timeseries/query?project=${project}`, { query: text }),
    post(`fleet query, ${name}`, '/v1/system/timeseries/query', { query: text }),
  ]
  const from = 'get virtual_machine:vcpu_usage'
  const or = (condition: string) =>
    Array.from({ length: Math.floor(QUERY / (condition.length + 4)) }, () => condition).join(' || ')
  return [
    ...query('nested', `${from} | filter ${'('.repeat(QUERY / 2)}`),
    ...query('negated', `${from} | filter ${'!'.repeat(QUERY)}`),
    ...query('long condition', `${from} | filter ${or('vcpu_id == 1')}`),
    ...query('regex', `${from} | filter state ~= "${'(a|a)*'.repeat(40)}$"`),
    ...query('nested regex', `${from} | filter state ~= "${'('.repeat(500)}a${')+'.repeat(500)}$"`),
    ...query('counted regex', `${from} | filter state ~= "(((a{1,99}){1,99}){1,99}){1,99}"`),
    ...query('many tables', `{ ${Array.from({ length: 120 }, () => from).join('; ')} }`),
    ...query('joined', `{ ${from}; ${from} } | join`),
    ...query('aligned', `${from} | filter timestamp > @now() - 90d | align mean_within(1s)`),
    ...query('number', `${from} | filter vcpu_id == ${'9'.repeat(QUERY)}`),
    post('fleet query, a month by the minute', '/v1/system/timeseries/query', { query: month }),
    ...query('spaces', `${from}${' '.repeat(QUERY)}|`),
  ]
}

const LISTS = ['instances', 'disks', 'images', 'snapshots', 'floating-ips', 'vpcs']

function ofPages(project: string): WatchedRequest[] {
  return [
    ...LISTS.map((list) => get(`${list}, page of 10,000`, `/v1/${list}?project=${project}&limit=10000`)),
    get('instances by time', `/v1/instances?project=${project}&limit=10000&sort_by=name_descending`),
    get('audit log, page of 10,000', '/v1/system/audit-log?limit=10000&start_time=2020-01-01T00:00:00Z'),
    get('search', `/experimental/v1/search?text=${'i'.repeat(63)}`),
    get('search of everything', '/experimental/v1/search?text=instance'),
    get('search of a letter', '/experimental/v1/search?text=i'),
    { ...get('event stream from the beginning', '/experimental/v1/events?cursor=0-0'), streams: true },
    get('page token', `/v1/instances?project=${project}&page_token=${'e30'.repeat(3_000)}`),
  ]
}

/** A group of thousands of members, and none. */
async function ofGroups(server: BenchServer): Promise<WatchedRequest[]> {
  const requests = await prepareScim(server)
  return requests.map(({ method, path, body, token }, n) => ({
    name: `SCIM group replaced, ${n === 0 ? 'with thousands of members' : 'without any'}`,
    method,
    path,
    body: body ?? null,
    type: 'application/scim+json',
    headers: { authorization: `Bearer ${token}` },
  }))
}

async function ofProvider(server: BenchServer): Promise<WatchedRequest[]> {
  const { bearer_token: token } = await ask(server, 'POST', `/v1/system/scim/tokens?silo=${SAML_SILO}`)
  const headers = { authorization: `Bearer ${token}` }
  const type = 'application/scim+json'
  const response = await fetch(`${server.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada' }),
  })
  const { id } = (await response.json()) as { id: string }
  return ofScim(id).map((each) => ({ ...each, headers, type }))
}
