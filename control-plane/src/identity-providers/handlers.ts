import { contract } from '@granary/contract/contract.ts'
import { codecOf } from '@granary/contract/codec.ts'
import { SamlIdentityProvider } from '@granary/contract/schemas/identity-providers.ts'
import type { SamlProviderRow } from '../database/schema.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { admit } from '../kinds/admit.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { identityView } from '../kit/resources/resource.ts'
import { checkKeyPair, createProvider, readMetadata, requireSamlSilo, samlOf } from './create.ts'
import { answer } from '../kit/request/answer.ts'
import { answerView } from './answers.ts'
import { finishSignIn } from './finish.ts'
import { deleteProvider } from './withdraw.ts'
import { changeProvider, replaceMetadata } from './change.ts'
import { providerSettings, samlProvider } from '../kinds/saml-provider.ts'
import { beginTest, testResult } from './test-sign-in.ts'
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
    return { items: rows.map(listed), nextPage }
  },

  samlIdentityProviderCreate: {
    raw: async (context, { body, found, ...request }) => {
      const { row } = found
      requireSamlSilo(row)
      // The metadata may come from a slow server, so no transaction is open while it is fetched.
      checkKeyPair(samlOf(context), body)
      const metadata = await readMetadata(context, row.id, body)
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

  samlIdentityProviderReplaceMetadata: {
    raw: async (context, { found, ...request }) => {
      const { body } = request
      const idpEntityId = body.idpEntityId ?? found.row.idp_entity_id
      const metadata = await readMetadata(context, found.row.silo_id, { ...body, idpEntityId })
      const provider = await inTransaction(context, async (inner) => {
        const again = await admit(inner, 'samlIdentityProviderReplaceMetadata', request)
        return replaceMetadata(inner, again.found, { metadata, entityId: idpEntityId })
      })
      return answer(contract.samlIdentityProviderReplaceMetadata, samlProvider.view(provider))
    },
  },

  samlIdentityProviderDelete: async (context, { found }) => deleteProvider(context, found),

  samlTestCreate: { raw: beginTest },
  samlTestView: async (context, { path, found }) => testResult(context, found, path.test),

  loginSamlRedirect: { raw: sendToProvider },
  loginSaml: { raw: signInWithResponse, readsBody: true },
  loginSamlFinish: {
    raw: (context, { path, query }, request, bindings) =>
      finishSignIn(context, path, { token: query.answer, asked: { request, bindings } }),
  },
  loginSamlAnswerView: async (context, { path, query }) => answerView(context, path, query.answer),
  loginSamlConfirm: {
    raw: (context, { path, body }, request, bindings) =>
      finishSignIn(context, path, { token: body.answer, asked: { request, bindings }, replaces: true }),
  },
})

const listed = (row: SamlProviderRow) => ({
  ...identityView(row),
  providerType: 'saml' as const,
  ...providerSettings(row),
})
