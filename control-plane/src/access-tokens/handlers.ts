import { actorOf, type Context, now } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import { ownOrManaged } from '../kinds/find-principal.ts'
import { ownSilo } from '../kit/resources/authorization.ts'
import { tokenFilter } from '../kinds/principal-filters.ts'
import { narrowed } from '../kit/resources/list-filter.ts'
import { accessToken, usedTokenView } from '../kinds/access-token.ts'
import { endOwnWork } from '../access/end-work.ts'

export const accessTokenHandlers = handlers({
  currentUserAccessTokenList: (context, { query }) => listOf(context, actorOf(context).userId, query),

  currentUserAccessTokenDelete: async (context, { path }) => {
    const { userId } = actorOf(context)
    const row = await tokensOf(context, userId).where('id', '=', path.tokenId).executeTakeFirst()
    if (!row) throw notFound('device-access-token', { id: path.tokenId })
    await accessToken.remove(context, { row, scope: ownSilo(context) })
    await endOwnWork(context, row.id)
  },

  userTokenList: async (context, { path, query }) => {
    const user = await ownOrManaged(context, path.userId)
    return listOf(context, user.id, query)
  },
})

/** Returns the valid tokens of a user. */
const tokensOf = (context: Context, userId: string) =>
  context.db
    .selectFrom('access_token')
    .selectAll('access_token')
    .where('user_id', '=', userId)
    .where((where) => where.or([where('time_expires', 'is', null), where('time_expires', '>', now(context))]))

async function listOf(context: Context, userId: string, page: PageQuery & { filter?: string | undefined }) {
  const tokens = tokensOf(context, userId)
    .leftJoin('access_token_use', 'access_token_use.token_id', 'access_token.id')
    .select('access_token_use.time_last_used')
  const { rows, nextPage } = await takePage(
    narrowed(context, tokens, tokenFilter, page.filter, 'access_token'),
    page,
    { id: 'id', fields: tokenFilter.sources },
    (row) => row.id,
  )
  return { items: rows.map(usedTokenView), nextPage }
}
