import { localUserName } from '@granary/domain/user-names.ts'
import { fleet, may, ownSilo } from '../kit/resources/authorization.ts'
import { actorOf } from '../kit/context/context.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { requireSamePassword } from '../access/own-password.ts'
import { notFound, unauthorized } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { beginSession, endSessionOf, toHeaders } from '../access/begin.ts'
import { passSecondFactor, requireNoSecondFactor } from '../access/second-factor.ts'
import { noteClaim } from '../access/note-user.ts'
import { endedCookies, knownBrowserCookie, knownBrowserOf } from '../access/cookie.ts'
import { countPassword, rememberPlaces } from '../access/password-attempt.ts'
import { noteRepeatedFailures } from './repeated-failures.ts'
import { timeGroupsKept } from '../shared/people/groups-kept.ts'
import { principalView } from '../kinds/principal.ts'

export const sessionHandlers = handlers({
  ping: async () => ({ status: 'ok' as const }),

  loginLocal: {
    raw: async (context, { path, body }, request, bindings) => {
      const { clientAddress } = bindings
      const username = localUserName(body.username)
      const silo = await context.db
        .selectFrom('silo')
        .selectAll()
        .where('name', '=', path.siloName)
        .executeTakeFirst()
      if (!silo) throw notFound('silo', { name: path.siloName })
      if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', { name: 'local' })
      const user = await context.db
        .selectFrom('silo_user')
        .select(['id', 'password_hash'])
        .where('silo_id', '=', silo.id)
        .where('external_id', '=', username)
        .where('active', '=', 1)
        .executeTakeFirst()
      await noteClaim(context, user?.id ?? null, { kind: 'password', id: null })
      const known = knownBrowserOf(request, bindings)
      const guess = {
        siloName: silo.name,
        username,
        userId: user?.id ?? null,
        clientAddress,
        browser: known,
      }
      const attempt = await countPassword(context, guess).catch(async (refusal: unknown) => {
        await noteRepeatedFailures(context, { ...guess, siloId: silo.id }, refusal)
        throw refusal
      })
      const right = await context.services.passwords.verify(user?.password_hash ?? null, body.password)
      if (!user) throw unauthorized().because('no active user has this name')
      if (!right) throw unauthorized().because('the password is wrong')
      // Only the code can be wrong now, which has a limit of its own.
      await attempt.giveBack()
      const hasFactor = await passSecondFactor(context, user.id, body.code)
      await attempt.succeed('nameAtAddress')
      const { cookies, browser } = await inTransaction(context, async (inner) => {
        await requireSamePassword(inner, user)
        if (!hasFactor) await requireNoSecondFactor(inner, user.id)
        const browser = await rememberPlaces(inner, user.id, { clientAddress, browser: known })
        return { cookies: await beginSession(inner, user.id, { request, bindings }), browser }
      })
      const headers = [...cookies, ...toHeaders([knownBrowserCookie(browser, bindings)])]
      return new Response(null, { status: 204, headers })
    },
  },

  logout: {
    raw: async (context, _, request, bindings) => {
      const formerName = await endSessionOf(context, { request, bindings })
      return new Response(null, {
        status: 204,
        headers: toHeaders(endedCookies(context.services.settings, bindings, formerName)),
      })
    },
  },

  currentUserView: async (context) => {
    const { userId, siloId, siloName, grants, needsSecondFactor = false } = actorOf(context)
    const user = await context.db
      .selectFrom('silo_user')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return {
      id: user.id,
      displayName: user.display_name,
      siloId,
      siloName,
      fleetViewer: may(context, fleet, 'read'),
      siloAdmin: may(context, ownSilo(context), 'modify'),
      fleetRole: grants.fleet,
      siloRole: grants.silo,
      needsSecondFactor,
      timeGroupsKept: await timeGroupsKept(context, userId),
      timeCreated: user.time_created,
      timeModified: user.time_modified,
    }
  },

  currentUserGroups: async (context, { query }) => {
    const { userId } = actorOf(context)
    const groups = context.db
      .selectFrom('silo_group')
      .innerJoin('silo_group_member', 'silo_group_member.group_id', 'silo_group.id')
      .selectAll('silo_group')
      .where('silo_group_member.user_id', '=', userId)
    const { rows, nextPage } = await takePage(groups, query, { id: 'silo_group.id' }, (row) => row.id)
    return { items: rows.map(principalView), nextPage }
  },
})
