import { inProject, NameOrId, NameOrIdSortMode, paginated } from './scalars.ts'

const optional = 'required with a name, refused with an ID'

/** Query of an operation that finds a child of a VPC: the VPC by ID alone, or by name with its project. */
export const inVpc = {
  vpc: NameOrId.optional().meta({ description: `Name or ID of the VPC: ${optional}` }),
  ...inProject,
}

/** Query of an operation on all children of a VPC, or on a new one. */
export const ofVpc = {
  vpc: NameOrId.meta({ description: 'Name or ID of the VPC' }),
  ...inProject,
}

/** Query of a list of children of a VPC. */
export const pagedOfVpc = { ...ofVpc, ...paginated(NameOrIdSortMode) }

/** Query of an operation that finds a route of a router. */
export const inRouter = {
  router: NameOrId.optional().meta({ description: `Name or ID of the router: ${optional}` }),
  ...inVpc,
}

/** Query of an operation on all routes of a router, or on a new one. */
export const ofRouter = {
  router: NameOrId.meta({ description: 'Name or ID of the router' }),
  ...inVpc,
}

/** Query of an operation that finds an attachment of an internet gateway. */
export const inGateway = {
  gateway: NameOrId.optional().meta({ description: `Name or ID of the internet gateway: ${optional}` }),
  ...inVpc,
}

/** Query of an operation on all attachments of an internet gateway, or on a new one. */
export const ofGateway = {
  gateway: NameOrId.meta({ description: 'Name or ID of the internet gateway' }),
  ...inVpc,
}
