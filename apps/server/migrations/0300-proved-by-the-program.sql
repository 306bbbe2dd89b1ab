-- The program says itself which addresses are proved: triggers on tenant tables do not fit a distributed database.
-- What the version before proves beside a running one of this version, the next sign-in notes (`accountsOf`).
drop trigger email_proved on app_user;
drop function email_proved();
