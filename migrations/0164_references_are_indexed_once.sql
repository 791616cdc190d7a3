-- Each repeats the index of a UNIQUE.
drop index deposits_by_reference;
drop index withdrawals_by_reference;
