import type { SamlProviderRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import type { Found } from '../kit/resources/lookup.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { samlProvider } from '../kinds/saml-provider.ts'
import { requireRemainingAdmins } from '../shared/people/admins.ts'
import { endAccessThrough } from '../access/end-access.ts'

/**
 * Runs a write that withdraws the trust in a provider: sign-ins in progress end, and so do the sessions and tokens of the
 * users who signed in through it.
 * @throws ApiError 400 if the fleet would be left without an admin who can sign in.
 */
export async function withdrawing<Result>(
  context: Context,
  { id }: SamlProviderRow,
  write: () => Promise<Result>,
): Promise<Result> {
  await unlogged(context).deleteFrom('saml_request').where('provider_id', '=', id).execute()
  await forgetAnswers(context, { id })
  await endAccessThrough(context, id)
  return requireRemainingAdmins(context, null, write)
}

/** Ends the sign-ins of a provider that were accepted, and have started no session yet. */
export const forgetAnswers = (context: Context, { id }: Pick<SamlProviderRow, 'id'>): Promise<unknown> =>
  unlogged(context).deleteFrom('saml_answer').where('provider_id', '=', id).execute()

/** Deletes a provider. Its users stay, and can sign in through another provider of the silo. */
export const deleteProvider = (context: Context, found: Found<'saml_provider'>): Promise<void> =>
  withdrawing(context, found.row, () => samlProvider.remove(context, found))
