import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Services } from '../kit/context/services.ts'
import { isEmpty } from '../start/first-start.ts'
import { sizeOf } from '../shared/placement/inventory.ts'
import { planCertificates } from './certificates.ts'
import { planStorage } from './disks.ts'
import { planExternalIps } from './external-ips.ts'
import { planExternalSubnets } from './external-subnets.ts'
import type { Dataset } from './format.ts'
import { planIdentityProviders } from './identity-providers.ts'
import { linkBootDisks, planGroups, planInstances } from './instances.ts'
import { planPeople } from './people.ts'
import { planPlaces } from './place.ts'
import { Plan } from './plan.ts'
import { planPolicies } from './policies.ts'
import { planPools } from './pools.ts'
import { DatasetError } from './problem.ts'
import { planImages, planProjects } from './projects.ts'
import { planReleases } from './releases.ts'
import { readDataset } from './read.ts'
import { seedDriver } from './seed.ts'
import { planSubnetPools } from './subnet-pools.ts'
import { planVpcs } from './vpcs.ts'
import { writePlan } from './write.ts'

/**
 * Loads a data set into an empty database, entirely or not at all. Every resource has the state that the data set
 * states, and keeps it until a user requests another. `docs/dataset.md` describes the format.
 * @param json the parsed file.
 * @throws DatasetError with the JSON path, the problem and the allowed values, or because the database is not empty.
 */
export async function loadDataset(services: Services, json: unknown): Promise<void> {
  const dataset = readDataset(json)
  await requireEmpty(services)
  const plan = await makePlan(services, dataset)
  // The driver comes first and ignores repetitions, so after a crash between the two a second load succeeds.
  await seedDriver(services.compute, plan)
  await inTransaction(systemContext(services, 'load_dataset'), async (context) => {
    await requireEmpty({ ...services, db: context.db })
    await writePlan(context, plan)
  })
}

async function requireEmpty(services: Services): Promise<void> {
  if (!(await isEmpty(services)))
    throw new DatasetError(['the database is not empty: a data set is loaded into a new one only'])
}

async function makePlan(services: Services, dataset: Dataset): Promise<Plan> {
  const plan = new Plan(services.clock.now())
  planPeople(plan, dataset, await hashPasswords(services, dataset))
  await planCertificates(plan, dataset)
  await planIdentityProviders(plan, dataset, {
    saml: services.saml,
    now: services.clock.now(),
  })
  planProjects(plan, dataset)
  planPolicies(plan, dataset)
  planPools(plan, dataset)
  planSubnetPools(plan, dataset)
  planVpcs(plan, dataset)
  planImages(plan, dataset)
  const instances = planInstances(plan, dataset)
  planStorage(plan, dataset)
  linkBootDisks(plan, instances)
  planGroups(plan, dataset)
  planReleases(plan, dataset)
  planExternalIps(plan, dataset, instances)
  planExternalSubnets(plan, dataset)
  for (const giveAddress of plan.later) giveAddress()
  const sleds = await services.compute.inventory()
  planPlaces(
    plan,
    instances,
    sleds.map((sled) => ({ id: sled.id, ...sizeOf(sled, services) })),
  )
  return plan
}

/** Hashing is slow on purpose, so each distinct password is hashed once. */
async function hashPasswords({ passwords }: Services, { users }: Dataset): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { value } of users)
    if (value.password != null && !hashes.has(value.password))
      hashes.set(value.password, await passwords.hash(value.password))
  return hashes
}
