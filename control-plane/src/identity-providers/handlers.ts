import { codecOf } from '@granary/contract/codec.ts'
import { SamlIdentityProvider } from '@granary/contract/identity-providers.ts'
import { inTransaction } from '../kit/transaction.ts'
import { admit } from '../kinds/admit.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/pagination.ts'
import { identityView } from '../kit/resource.ts'
import { createProvider, readMetadata, requireSamlSilo, samlOf } from './create.ts'
import { changeProvider } from './change.ts'
import { samlProvider } from '../kinds/saml-provider.ts'
import { sendToProvider, signInWithResponse } from './sign-in.ts'

export const identityProviderHandlers = handlers({
  siloIdentityProviderList: async (context, { query, found }) => {
    const { row } = found
    const inSilo = context.db.selectFrom('saml_provider').selectAll().where('silo_id', '=', row.id)
    const { rows, nextPage } = await takePage(
      inSilo,
      query,
      { name: 'name', id: 'id' },
      (each, by) => each[by],
    )
    return { items: rows.map((each) => ({ ...identityView(each), providerType: 'saml' as const })), nextPage }
  },

  samlIdentityProviderCreate: {
    raw: async (context, { body, found, ...request }) => {
      const { row } = found
      requireSamlSilo(row)
      // The metadata may come from a slow server, so no transaction is open while it is fetched.
      const metadata = await readMetadata(samlOf(context), body)
      const provider = await inTransaction(context, async (inner) => {
        const again = await admit(inner, 'samlIdentityProviderCreate', { ...request, body })
        return createProvider(inner, again.found.row, body, metadata)
      })
      return Response.json(codecOf(SamlIdentityProvider).encode(samlProvider.view(provider)), { status: 201 })
    },
  },

  samlIdentityProviderView: async (_, { found }) => samlProvider.view(found.row),

  samlIdentityProviderUpdate: async (context, { body, found }) =>
    samlProvider.view(await changeProvider(context, found, body)),

  loginSamlRedirect: { raw: sendToProvider },
  loginSaml: { raw: signInWithResponse },
})
