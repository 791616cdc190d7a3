-- Facts of a person that the law asks of a broker, with each submission of an identity; null: handed in before they were asked for.
alter table identity_details
  add column birth_date text,
  add column postal_code text,
  add column address text,
  add column occupation text,
  add column purpose text,
  add column person_hash bytea,
  add constraint identity_details_occupation_check check (occupation in ('employee', 'officer', 'self-employed', 'public', 'student', 'homemaker', 'retired', 'other')),
  add constraint identity_details_purpose_check check (purpose in ('learning', 'long-term', 'income', 'short-term'));
create index identity_details_by_person on identity_details (person_hash);

-- When facts were given after the verification; null: handed in with it.
alter table verifications add column facts_at int8;
alter table verifications drop constraint verifications_front_reason_check;
alter table verifications add constraint verifications_front_reason_check check (front_reason in ('expired', 'image-unreadable', 'image-incomplete', 'wrong-document', 'name-differs', 'number-differs', 'facts-differ', 'duplicate'));
alter table verifications drop constraint verifications_back_reason_check;
alter table verifications add constraint verifications_back_reason_check check (back_reason in ('expired', 'image-unreadable', 'image-incomplete', 'wrong-document', 'name-differs', 'number-differs', 'facts-differ', 'duplicate'));
