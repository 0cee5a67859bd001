import type { SamlProviderRow, SiloRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { forbidden, notFound } from '../kit/base/errors.ts'

/**
 * Returns the silo and the provider of a sign-in, before authentication: both are public.
 * @throws ApiError 404 if there is no such silo, or no such provider in it; 403 if the provider is disabled.
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
  if (!provider.enabled) throw forbidden(`identity provider "${provider.name}" is disabled`)
  return { silo, provider }
}
