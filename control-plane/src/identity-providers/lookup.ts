import { isUuid } from '@granary/domain/names.ts'
import type { SamlProviderRow, SiloRow } from '../database/schema.ts'
import { may, type Scope } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest, notFound } from '../kit/errors.ts'
import { find } from '../kit/lookup.ts'
import { silo } from '../kinds/silo.ts'
import { samlProvider } from '../kinds/saml-provider.ts'

/**
 * Finds a provider by its id alone, or by its name in a silo that is named, for whoever may read that silo.
 * @throws ApiError 404 when it is not there or may not be read, 400 when an id comes with a silo or a name without one.
 */
export async function findProvider(
  context: Context,
  { provider, silo: inSilo }: { provider: string; silo?: string | undefined },
): Promise<SamlProviderRow> {
  const { kind } = samlProvider
  const rows = context.db.selectFrom('saml_provider').selectAll()
  if (isUuid(provider)) {
    if (inSilo) throw invalidRequest('when providing provider as an ID, silo should not be specified')
    const row = await rows.where('id', '=', provider).executeTakeFirst()
    if (!row || !may(context, scopeOf(row), 'read')) throw notFound(kind, { id: provider })
    return row
  }
  if (!inSilo) throw invalidRequest('provider should either be an ID or silo should be specified')
  const { row: found } = await find(context, silo, { silo: inSilo }, 'read')
  const row = await rows.where('silo_id', '=', found.id).where('name', '=', provider).executeTakeFirst()
  if (!row) throw notFound(kind, { name: provider })
  return row
}

const scopeOf = (row: SamlProviderRow): Scope => ({ siloId: row.silo_id, projectId: null })

/**
 * The silo and the provider of a sign-in, where nobody is signed in yet and both are public.
 * @throws ApiError 404 when there is no such silo or no such provider in it.
 */
export async function providerOfSignIn(
  { db }: Pick<Context, 'db'>,
  { siloName, providerName }: { siloName: string; providerName: string },
): Promise<{ silo: SiloRow; provider: SamlProviderRow }> {
  const silo = await db.selectFrom('silo').selectAll().where('name', '=', siloName).executeTakeFirst()
  if (!silo) throw notFound('silo', { name: siloName })
  const provider = await db
    .selectFrom('saml_provider')
    .selectAll()
    .where('silo_id', '=', silo.id)
    .where('name', '=', providerName)
    .executeTakeFirst()
  if (!provider) throw notFound('identity-provider', { name: providerName })
  return { silo, provider }
}
