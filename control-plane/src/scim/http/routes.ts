import type { Context } from '../../kit/context/context.ts'
import type { Collection } from '../collection.ts'
import { groups } from '../groups/collection.ts'
import { listResources } from '../list/list.ts'
import { parametersOf, readListQuery, searchParameters } from '../list/query.ts'
import { users } from '../users/collection.ts'
import { scimJson } from './answer.ts'
import { type Documents, resourceTypeDocuments, schemaDocuments, serviceProviderConfig } from './discovery.ts'
import { noSuchResource, ScimError } from './errors.ts'
import { createOne, deleteOne, type One, patchOne, replaceOne, viewOne, type Write } from './resources.ts'

/** A request after authentication. */
export type Call = Omit<One, 'collection'> & { body: unknown }

/** One operation below `/scim/v2`. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Name in the log and the change log. */
  operation: string
  /** Reads the body before anything else. */
  body?: true
} & (Read | Writing)

type Read = { kind: 'read'; run: (context: Context, call: Call) => Promise<Response> }
/** `prepare` checks a request before the transaction. */
type Writing = { kind: 'write'; prepare: (context: Context, call: Call) => Promise<Write> | Write }

const of = (collection: Collection): Route[] => {
  const { endpoint, name } = collection.type
  const path = `${endpoint}/:id`
  const operation = (verb: string) => `scim_${name.toLowerCase()}_${verb}`
  const list = (context: Context, query: Parameters<typeof readListQuery>[0], base: string) =>
    listResources(context, collection, readListQuery(query, collection.type), base).then((body) =>
      scimJson(body),
    )
  return [
    {
      method: 'GET',
      path: endpoint,
      operation: operation('list'),
      kind: 'read',
      run: (context, { url, base }) => list(context, parametersOf(url), base),
    },
    {
      method: 'POST',
      path: `${endpoint}/.search`,
      operation: operation('search'),
      kind: 'read',
      body: true,
      run: async (context, { body, base }) => list(context, searchParameters(body), base),
    },
    {
      method: 'POST',
      path: endpoint,
      operation: operation('create'),
      kind: 'write',
      body: true,
      prepare: (context, call) => createOne(context, { collection, ...call }, call.body),
    },
    {
      method: 'GET',
      path,
      operation: operation('view'),
      kind: 'read',
      run: (context, call) => viewOne(context, { collection, ...call }),
    },
    {
      method: 'PUT',
      path,
      operation: operation('replace'),
      kind: 'write',
      body: true,
      prepare: (context, call) => replaceOne(context, { collection, ...call }, call.body),
    },
    {
      method: 'PATCH',
      path,
      operation: operation('patch'),
      kind: 'write',
      body: true,
      prepare: (context, call) => patchOne(context, { collection, ...call }, call.body),
    },
    {
      method: 'DELETE',
      path,
      operation: operation('delete'),
      kind: 'write',
      prepare: (_, call) => deleteOne({ collection, ...call }),
    },
  ]
}

const discovery = (name: string, documents: Documents): Route[] => [
  {
    method: 'GET',
    path: `/${name}s`,
    operation: `scim_${name.toLowerCase()}_list`,
    kind: 'read',
    run: async (_, { url, base }) => {
      refuseFilter(url)
      return scimJson(documents.all(base))
    },
  },
  {
    method: 'GET',
    path: `/${name}s/:id`,
    operation: `scim_${name.toLowerCase()}_view`,
    kind: 'read',
    run: async (_, { id, base }) => {
      const found = documents.one(id, base)
      if (!found) throw noSuchResource(name)
      return scimJson(found)
    },
  },
]

/** RFC 7644 section 4: discovery refuses filters, so that no client takes a partial list for the complete one. */
function refuseFilter({ searchParams }: URL): void {
  if (searchParams.has('filter')) throw new ScimError(403, undefined, 'this list cannot be filtered')
}

/** Features of the RFC that this service lacks. */
const absent = (path: string, operation: string): Route[] =>
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path,
    operation,
    kind: 'read',
    run: async () => {
      throw new ScimError(501, undefined, 'this is not supported; ServiceProviderConfig says what is')
    },
  }))

/** All routes below `/scim/v2`. */
export const routes: readonly Route[] = [
  ...of(users),
  ...of(groups),
  {
    method: 'GET',
    path: '/ServiceProviderConfig',
    operation: 'scim_service_provider_config_view',
    kind: 'read',
    run: async (_, { url, base }) => {
      refuseFilter(url)
      return scimJson(serviceProviderConfig(base))
    },
  },
  ...discovery('ResourceType', resourceTypeDocuments),
  ...discovery('Schema', schemaDocuments),
  ...absent('/Me', 'scim_me'),
  ...absent('/Bulk', 'scim_bulk'),
  ...absent('/.search', 'scim_search'),
]
