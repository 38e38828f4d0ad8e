"""What the tests are made with: people, servers, fakes and speech."""
