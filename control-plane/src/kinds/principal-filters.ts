import { GROUP_FIELDS, TOKEN_FIELDS, USER_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { sql } from 'kysely'
import { hasText, of, type Source, text, time } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'

const times = { created: time('time_created'), modified: time('time_modified') }

/** The display name, or the name for sign-in. */
const eitherName: Source = {
  columns: ['display_name', 'external_id'],
  has: (compared, row) =>
    sql`${hasText(of(row, 'display_name'), compared)} or ${hasText(of(row, 'external_id'), compared)}`,
}

/** An admin disables a user, and the identity provider deactivates one. */
const status: Source = {
  columns: ['active', 'disabled'],
  has: ({ value }, row) => {
    const isDisabled = sql`${of(row, 'disabled')} = 1`
    if (value === 'disabled') return sql`${isDisabled}`
    return sql`not ${isDisabled} and ${of(row, 'active')} = ${value === 'active' ? 1 : 0}`
  },
}

const inGroup: Source = {
  columns: ['id'],
  has: (compared, row) => sql`exists (select 1 from silo_group_member as member
    join silo_group as joined on joined.id = member.group_id
    where member.user_id = ${of(row, 'id')} and ${hasText(of('joined', 'display_name'), compared)})`,
}

/** How lists of users are filtered. */
export const userFilter = listFilter(USER_FIELDS, { name: eitherName, ...times, status, group: inGroup })

/** How lists of groups of users are filtered. */
export const groupFilter = listFilter(GROUP_FIELDS, { name: text('display_name'), ...times })

/** In a list, the table with the last use is joined. */
const used: Source = {
  columns: ['id'],
  sort: { column: 'time_last_used', type: 'textOrNull' },
  has: (compared, row) => sql`exists (select 1 from access_token_use as used
    where used.token_id = ${of(row, 'id')} and ${time('time_last_used').has(compared, 'used')})`,
}

/** How lists of access tokens are filtered. */
export const tokenFilter = listFilter(TOKEN_FIELDS, {
  name: text('name'),
  created: times.created,
  expires: time('time_expires'),
  used,
})

/** What lists of sessions are sorted by. */
export const sessionOrders = { created: times.created, used: time('time_last_used') }
